import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { BrowserContext } from 'playwright-core';
import { build } from 'vite';

const WEB = join(import.meta.dirname, '../../web');

/** The pages in a default build of Vite. */
export interface PlainPages {
  /** Serves them in place of the server's own. */
  serveIn(context: BrowserContext): Promise<void>;
  /** The size of a file after gzip. */
  gzippedSize(path: string): number;
  remove(): Promise<void>;
}

/** Builds our sources with the plugin for React as the only setting. */
export async function buildPlainPages(): Promise<PlainPages> {
  const outDir = await mkdtemp(join(tmpdir(), 'pigeonpost-plain-pages-'));
  await build({
    root: WEB,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true },
    worker: { format: 'es' },
  });
  const assets = new Set(readdirSync(join(outDir, 'assets')).map((name) => `/assets/${name}`));
  return {
    async serveIn(context) {
      await context.route('**/*', (route) => {
        const request = route.request();
        const path = new URL(request.url()).pathname;
        if (request.isNavigationRequest()) return route.fulfill({ path: join(outDir, 'index.html') });
        return assets.has(path) ? route.fulfill({ path: join(outDir, path) }) : route.fallback();
      });
    },
    gzippedSize: (path) => gzipSync(readFileSync(join(outDir, path))).length,
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}
