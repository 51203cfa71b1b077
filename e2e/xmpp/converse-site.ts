import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const PACKAGE = join(import.meta.dirname, 'converse');
const CONVERSE = join(PACKAGE, 'node_modules/converse.js');
const WINDOWS = process.platform === 'win32';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Installs the one Converse that the driver is tested with, apart from the packages that everybody needs. */
export async function installConverse(say: (line: string) => void): Promise<void> {
  if (existsSync(join(CONVERSE, 'package.json'))) return;
  say('Installing Converse (a quarter of a minute)');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', args, { cwd: PACKAGE, stdio: ['ignore', 'ignore', 'inherit'], shell: WINDOWS });
  const [code] = await once(npm, 'close');
  if (code !== 0) throw new Error('npm could not install Converse: its reason stands above.');
}

/** The page that runs Converse, as a host of Converse writes it. */
interface ConverseSite {
  url: string;
  close(): Promise<void>;
}

/** Serves Converse for a chat server. */
export async function startConverseSite(websocketUrl: string, domain: string): Promise<ConverseSite> {
  const page = describePage(websocketUrl, domain);
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://site').pathname);
    if (path === '/') return response.writeHead(200, { 'content-type': TYPES['.html'] }).end(page);
    if (!path.startsWith('/dist/')) return response.writeHead(404).end();
    const file = await readFile(join(CONVERSE, path)).catch(() => undefined);
    if (!file) return response.writeHead(404).end();
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    return response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' }).end(file);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function describePage(websocketUrl: string, domain: string): string {
  const settings = {
    websocket_url: websocketUrl,
    discover_connection_methods: false,
    locked_domain: domain,
    view_mode: 'fullscreen',
    i18n: 'en',
  };
  return `<!doctype html>
<html lang="en">
<head>
  <title>Chat of ${domain}</title>
  <link rel="stylesheet" href="/dist/converse.min.css">
</head>
<body class="converse-fullscreen">
  <script type="module" src="/dist/converse.min.js"></script>
  <script type="module">
    converse.initialize(${JSON.stringify(settings)});
  </script>
</body>
</html>
`;
}
