import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startTestApp } from '../testing/test-app.ts';

const PAGE = new URL('../../../docs/api.md', import.meta.url);
const LINES_MAX = 25;

test('the example of docs/api.md signs in, adds people and reads them page by page', async (t) => {
  const { url, client } = await startTestApp(t);
  const account = { username: 'vera', password: 'Gentle-otter-vineyard-42' };
  await client()('POST /api/auth/register', { body: account });
  const [, example = ''] = /^```js\n(.*?)^```$/ms.exec(await readFile(PAGE, 'utf8')) ?? [];
  assert.ok(example.trim().split('\n').length <= LINES_MAX);
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', example], {
    env: { PIGEONPOST_URL: url, USERNAME: account.username, PASSWORD: account.password },
  });
  assert.deepEqual(stdout.trim().split('\n').toSorted(), [
    'lena is pending',
    'maja.s is pending',
    'tom_k is pending',
  ]);
});

test('docs/api.md has every event of the socket', async () => {
  const events = await readFile(new URL('../../../contract/src/realtime.ts', import.meta.url), 'utf8');
  const [, names = ''] = /interface ServerEvents \{\n(.*?)^\}/ms.exec(events) ?? [];
  const known = [...names.matchAll(/^ {2}(\w+): \(event/gm)].map(([, name]) => name);
  const page = await readFile(PAGE, 'utf8');
  const [, table = ''] = /^## Events\n(.*)$/ms.exec(page) ?? [];
  const told = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  assert.ok(known.length > 0);
  assert.deepEqual(told.toSorted(), known.toSorted());
});
