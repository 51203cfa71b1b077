import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';

/** Builds the plain page and serves it with the server's calls behind it. */
export async function servePlainPage(server: string): Promise<{ url: string; stop(): Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'pigeonpost-plain-'));
  const root = import.meta.dirname;
  const settings = { root, configFile: false, logLevel: 'error' } as const;
  await build({ ...settings, build: { outDir, emptyOutDir: true, target: 'es2022' } });
  const pages = await preview({
    ...settings,
    build: { outDir },
    preview: {
      host: '127.0.0.1',
      port: 0,
      // The server answers only its own host and its own pages.
      proxy: { '/api': { target: server, changeOrigin: true, headers: { origin: server } } },
    },
  });
  const url = pages.resolvedUrls?.local[0];
  if (!url) throw new Error('The plain page is not served.');
  const stop = async () => {
    await pages.close();
    await rm(outDir, { recursive: true, force: true });
  };
  return { url, stop };
}
