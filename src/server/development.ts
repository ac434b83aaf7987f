import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { SignJWT } from 'jose';

import { BadInput } from '../domain/errors';
import { assertUserId, isName } from '../domain/names';
import type { DemoSource } from '../db/demo.source';
import { DEMO_ENVS, DEMO_PRODUCTS, DEMO_USERS } from '../db/demo.source';

const TOKEN_HOURS = 12;
const MAX_EVENTS = 100;

/** Kept beside the data, so that a token survives a restart. */
export async function developmentSecret(dataDir: string): Promise<Uint8Array> {
  const file = join(dataDir, 'development-secret');
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  return Buffer.from(await readFile(file, 'utf8'));
}

/** What only development mode offers: tokens for the asking, and something to ring for. */
export class Development {
  constructor(
    private readonly secret: Uint8Array,
    private readonly source: DemoSource,
    private readonly now: () => number,
  ) {}

  describe() {
    return { users: DEMO_USERS, products: DEMO_PRODUCTS, envs: DEMO_ENVS };
  }

  async issueToken(body: unknown) {
    const { user, roles = [] } = fieldsOf(body, ['user', 'roles']);
    if (typeof user !== 'string') throw new BadInput('user must be text, as in {"user": "ana", "roles": []}.');
    if (!Array.isArray(roles) || !roles.every((role) => typeof role === 'string')) throw new BadInput('roles must be a list of texts.');
    assertUserId(user);
    const expiresAt = Math.floor(this.now() / 1000) + TOKEN_HOURS * 3600;
    const token = await new SignJWT({ roles }).setProtectedHeader({ alg: 'HS256' }).setSubject(user).setExpirationTime(expiresAt).sign(this.secret);
    return { token, user, roles, expiresAt: new Date(expiresAt * 1000).toISOString() };
  }

  /** Writes rows of the source as the platform would, so that the whole pipeline runs. */
  async makeEvents(body: unknown) {
    const names = ['kind', 'productId', 'env', 'questionId', 'score', 'count'];
    const { kind, productId, env, questionId, score, count = 1 } = fieldsOf(body, names);
    if (kind !== 'question' && kind !== 'score') throw new BadInput('kind must be "question" or "score".');
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MAX_EVENTS) {
      throw new BadInput(`count must be 1 to ${MAX_EVENTS}.`);
    }
    if (score !== undefined && !isScore(score)) throw new BadInput('score must be a number from 0 to 100, with at most 6 decimals.');
    const place = { productId: optionalText('productId', productId), env: optionalText('env', env) };
    for (let written = 0; written < count; written += 1) {
      if (kind === 'question') await this.source.questionTurnsPending({ ...place, questionId: optionalText('questionId', questionId) });
      else await this.source.scoreChanges({ ...place, score });
    }
    return { written: count };
  }
}

function fieldsOf(body: unknown, names: readonly string[]): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new BadInput('The body must be a JSON object.');
  const unknown = Object.keys(body).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new BadInput(`Unknown field ${unknown.join(', ')}; known are ${names.join(', ')}.`);
  return { ...body };
}

/** The database has no room for every number that JSON can write. */
function isScore(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100 && Number(value.toFixed(6)) === value;
}

function optionalText(name: string, value: unknown): string | undefined {
  if (value !== undefined && (typeof value !== 'string' || !isName(value))) {
    throw new BadInput(`${name} must be 1 to 256 bytes of text without "#".`);
  }
  return value;
}
