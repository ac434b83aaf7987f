import { ensureBuilt, ensureInstalled, requireNode } from './setup.mjs';

requireNode();
ensureInstalled();
ensureBuilt();
await import('../dist/main.js');
