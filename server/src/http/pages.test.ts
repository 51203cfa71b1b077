import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { startTestApp } from '../testing/test-app.ts';

const CHROMIUM = 'gzip, deflate, br, zstd';
/** The build's variants of a script, each with different content; long enough for the server to compress. */
const SCRIPT = { '': 'plain '.repeat(2000), '.br': 'as Brotli '.repeat(900), '.gz': 'as gzip '.repeat(1000) };

test('a built file is sent as the build compressed it, and uncompressed to callers that accept neither', async (t) => {
  const ask = await startWithPages(t);
  for (const [encoding, taken, variant] of [
    [CHROMIUM, 'br', '.br'],
    ['gzip', 'gzip', '.gz'],
    ['identity', undefined, ''],
    ['zstd', undefined, ''],
  ] as const) {
    const { headers, body } = await ask('/assets/start.js', encoding);
    assert.equal(body, SCRIPT[variant], encoding);
    assert.equal(headers['content-encoding'], taken, encoding);
    assert.match(headers['content-type'] ?? '', /^application\/javascript/);
    assert.equal(headers.vary, 'accept-encoding');
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(Number(headers['content-length']), body.length);
  }
});

test('every address of the app gets the page, compressed too and revalidated each time', async (t) => {
  const ask = await startWithPages(t);
  for (const path of ['/', '/index.html', '/campaigns/7?tab=log']) {
    const { headers, body } = await ask(path, CHROMIUM);
    assert.equal(body, 'the page as Brotli', path);
    assert.equal(headers['content-encoding'], 'br', path);
    assert.match(headers['content-type'] ?? '', /^text\/html/, path);
    assert.equal(headers['cache-control'], 'no-cache', path);
  }
});

test('a file that the build does not have is 404, and one without a variant is sent as it is', async (t) => {
  const ask = await startWithPages(t);
  assert.equal((await ask('/assets/gone.js', CHROMIUM)).status, 404);
  const { headers, body } = await ask('/assets/font.woff2', CHROMIUM);
  assert.equal(body, 'font');
  assert.equal(headers['content-encoding'], undefined);
});

test('the API reference is served beside the pages, with its own files and no others of its package', async (t) => {
  const ask = await startWithPages(t);
  for (const path of ['/api/docs', '/api/docs/swagger-ui.css', '/api/docs/start.js'])
    assert.equal((await ask(path, 'identity')).status, 200, path);
  for (const path of ['/api/docs/package.json', '/api/docs/index.html', '/api/docs/'])
    assert.equal((await ask(path, 'identity')).status, 404, path);
});

/** A server with pages of a few bytes; returns a function that requests one without decompressing. */
async function startWithPages(t: TestContext) {
  const pages = await mkdtemp(join(tmpdir(), 'pigeonpost-pages-'));
  t.after(() => rm(pages, { recursive: true }));
  await mkdir(join(pages, 'assets'));
  await writeFile(join(pages, 'index.html'), 'the page');
  await writeFile(join(pages, 'index.html.br'), 'the page as Brotli');
  await writeFile(join(pages, 'assets/font.woff2'), 'font');
  for (const [ending, text] of Object.entries(SCRIPT))
    await writeFile(join(pages, `assets/start.js${ending}`), text);
  const { url } = await startTestApp(t, { pages });
  return async (path: string, encoding: string) => {
    const asked = request(url + path, { headers: { 'accept-encoding': encoding } });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const body = (await buffer(answer)).toString();
    return { status: answer.statusCode, headers: answer.headers, body };
  };
}
