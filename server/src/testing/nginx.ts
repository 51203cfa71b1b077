import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '@pigeonpost/contract/testing/free-port';
import { makeCertificate, trust } from './certificate.ts';
import { until } from './until.ts';

const ROOT = join(import.meta.dirname, '../../..');
// Where install.mjs puts the one from Debian's package.
const UNPACKED = join(ROOT, 'node_modules/.cache/debian/usr/sbin/nginx');
const PROGRAM = existsSync(UNPACKED) ? UNPACKED : 'nginx';
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

interface Nginx {
  /** With TLS; the test's own calls trust its certificate. */
  url: string;
  /** Without TLS. */
  plainUrl: string;
}

/** Starts a real nginx with the configuration of deploy/, in front of these servers, until the test ends. */
export async function startNginx(t: TestContext, servers: string[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'pigeonpost-nginx-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  // As root its workers are another user.
  chmodSync(folder, 0o711);
  trust(t, makeCertificate(folder));
  const [plain, tls] = [await freePort(), await freePort()];
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configure({ folder, servers, plain, tls }));
  const globals = `daemon off; pid ${join(folder, 'pid')}; error_log stderr warn;`;
  const child = spawn(PROGRAM, ['-c', file, '-g', globals], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  t.after(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await until('nginx', async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
    return isListening(tls);
  });
  return { url: `https://localhost:${tls}`, plainUrl: `http://localhost:${plain}` };
}

/** The differences of a test: addresses instead of names, ports, and writable folders. */
function configure(at: { folder: string; servers: string[]; plain: number; tls: number }): string {
  const { folder, servers, plain, tls } = at;
  const hosts = servers.map((url) => new URL(url).host);
  const paths = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
  let next = 0;
  const config = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8')
    .replaceAll('/etc/nginx/tls', folder)
    .replaceAll(/\$\{PUBLIC_HOST\}/g, 'localhost')
    .replaceAll('listen 80', `listen 127.0.0.1:${plain}`)
    .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
    .replace('http {', `http {\n${paths}`)
    .replace(/^\s*resolver .*;$/m, '')
    .replaceAll(/^\s*server server-\d:3000 resolve( .*;)$/gm, (_line, options) =>
      next++ === 0 ? hosts.map((host) => `server ${host}${options}`).join('\n') : '',
    );
  if (next === 0) throw new Error('deploy/nginx.conf names no servers.');
  for (const name of TEMPORARY) mkdirSync(join(folder, name));
  return config;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
