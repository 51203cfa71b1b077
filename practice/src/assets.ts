import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Site } from './site.ts';

const ASSETS = {
  'site.css': 'text/css; charset=utf-8',
  'inbox.js': 'text/javascript; charset=utf-8',
  'thread.js': 'text/javascript; charset=utf-8',
};

/** The style sheet and the scripts of the pages. */
export function addAssets({ app }: Site): void {
  for (const [name, type] of Object.entries(ASSETS)) {
    const path = join(import.meta.dirname, 'browser', name);
    app.get(`/assets/${name}`, async (_request, reply) => reply.type(type).send(await readFile(path)));
  }
}
