import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';

/** Serves the pages from their sources, with hot reload, for a server with this address and login token. */
async function serveSources(url: string, token: string): Promise<void> {
  // The server answers only its own host and its own pages.
  const proxy = { target: url, changeOrigin: true, headers: { origin: url } };
  const vite = await createServer({
    root: import.meta.dirname,
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    plugins: [signInOnce(token)],
    clearScreen: false,
    server: { proxy: { '/api': proxy, '/socket.io': { ...proxy, ws: true } } },
  });
  await vite.listen();
  process.stdout.write(`Pages on ${vite.resolvedUrls?.local[0]}\n`);
}

/** Signs a browser in when it first sees this token, and not again, so that a log-out lasts. */
function signInOnce(token: string): Plugin {
  const script = `
    if (localStorage.getItem('development-token') !== '${token}') {
      localStorage.setItem('development-token', '${token}');
      localStorage.setItem('token', '${token}');
    }`;
  return {
    name: 'sign-in-once',
    transformIndexHtml: () => [{ tag: 'script', children: script, injectTo: 'head-prepend' }],
  };
}

await serveSources(process.env.SERVER_URL ?? '', process.env.LOGIN_TOKEN ?? '');
