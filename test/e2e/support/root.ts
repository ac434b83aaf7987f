import { join } from 'node:path';

export const ROOT = join(__dirname, '..', '..', '..');
