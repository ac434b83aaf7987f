import { readdir, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';

import { PAGE_POLICY } from './headers';

interface Asset {
  readonly body: Buffer;
  readonly contentType: string;
}

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

/** The built pages, read once at the start. */
export class Assets {
  private constructor(private readonly assets: ReadonlyMap<string, Asset>) {}

  static async load(folder: string): Promise<Assets> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const assets = new Map<string, Asset>();
    for (const entry of entries) {
      const contentType = CONTENT_TYPES[extname(entry.name)];
      if (!entry.isFile() || !contentType) continue;
      const file = join(entry.parentPath, entry.name);
      const path = `/${relative(folder, file).split(sep).join('/')}`;
      assets.set(path, { body: await readFile(file), contentType });
    }
    return new Assets(assets);
  }

  has(path: string): boolean {
    return this.assets.has(path);
  }

  /** False if there is no such file. */
  send(response: ServerResponse, path: string): boolean {
    const asset = this.assets.get(path);
    if (!asset) return false;
    response.writeHead(200, {
      'content-type': asset.contentType,
      'content-length': asset.body.length,
      // Files below /assets carry a hash of what is in them in their name.
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': PAGE_POLICY,
    });
    response.end(asset.body);
    return true;
  }
}
