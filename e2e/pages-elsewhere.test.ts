import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openPage } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

const ROOT = join(import.meta.dirname, '..');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

test('pages that are built for another server and served from elsewhere sign in, change data and are live', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-elsewhere-'));
  t.after(() => rm(folder, { recursive: true }));
  const policy = { value: '' };
  const pages = await serveFolder(t, folder, policy);
  const site = await startSite(t, { ORIGINS: pages });
  // The header from docs/operating.md.
  policy.value = `default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ${site.url} ${site.url.replace('http', 'ws')}`;
  await buildPages(folder, site.url);
  const nils = await site.signUp('nils');
  const page = await openPage(t, { url: pages });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/') && !request.url().startsWith(site.url)) foreign.push(request.url());
  });
  await page.goto(`${pages}/login`);
  await page.getByLabel('Username').fill(nils.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(nils.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${pages}/dashboard`);
  await page.getByText('Connected').first().waitFor();
  await page.getByRole('link', { name: 'Support', exact: true }).click();
  await page.getByRole('button', { name: 'New Ticket' }).click();
  await page.getByLabel('Subject').fill('From elsewhere');
  await page.getByLabel('Description').fill('It works.');
  await page.getByRole('button', { name: 'Create Ticket' }).click();
  await page.getByRole('link', { name: 'From elsewhere' }).first().waitFor();
  // Sent over the live connection.
  await nils.call('POST /api/support', { body: { subject: 'Told live', description: 'It is.' } });
  await page.getByRole('link', { name: 'Told live' }).first().waitFor();
  assert.deepEqual(foreign, []);
});

/** Serves the built pages like static hosting: an unknown path gets index.html. */
async function serveFolder(t: TestContext, folder: string, policy: { value: string }): Promise<string> {
  const server: Server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const asked = join(folder, pathname);
    const file = extname(pathname) && existsSync(asked) ? asked : join(folder, 'index.html');
    const content = await readFile(file).catch(() => 'not built yet');
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    if (policy.value) response.setHeader('content-security-policy', policy.value);
    response.end(content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function buildPages(folder: string, api: string): Promise<void> {
  const args = [
    'run',
    'build',
    '--silent',
    '--workspace',
    'web',
    '--',
    '--outDir',
    folder,
    '--logLevel',
    'warn',
  ];
  const build = spawn('npm', [...args, '--emptyOutDir'], {
    cwd: ROOT,
    env: { ...process.env, VITE_API_URL: api },
    stdio: 'inherit',
  });
  const [code] = await once(build, 'exit');
  assert.equal(code, 0);
}
