import assert from 'node:assert/strict';
import fs, { readFileSync } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { replaceFile } from './durable-file.ts';
import { openDurableLines } from './durable-lines.ts';

async function temporaryFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-synced-'));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, 'journal.jsonl');
}

test("a line counts as written when it is on the disk, not only in the system's memory", async (t) => {
  const path = await temporaryFile(t);
  const lines = await openDurableLines<{ number: number }>(path);
  const probe = await open(path);
  const synced: string[] = [];
  t.mock.method(Object.getPrototypeOf(probe), 'datasync', async () => {
    synced.push(readFileSync(path, 'utf8'));
  });
  await lines.append({ number: 1 });
  assert.deepEqual(synced, ['{"number":1}\n']);
  await lines.append({ number: 2 });
  assert.deepEqual(synced[1], '{"number":1}\n{"number":2}\n');
  await Promise.all([lines.close(), probe.close()]);
});

test('a line is written after the one before it is on the disk', async (t) => {
  const path = await temporaryFile(t);
  const lines = await openDurableLines<{ number: number }>(path);
  const probe = await open(path);
  let atOnce = 0;
  let most = 0;
  t.mock.method(Object.getPrototypeOf(probe), 'datasync', async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    for (let look = 0; look < 20; look += 1) await probe.stat();
    atOnce -= 1;
  });
  await Promise.all([1, 2, 3].map((number) => lines.append({ number })));
  assert.equal(most, 1);
  await Promise.all([lines.close(), probe.close()]);
});

test('a file is on the disk before it replaces another one, and its folder after that', async (t) => {
  const path = await temporaryFile(t);
  await writeFile(path, 'old');
  const synced: { isFolder: boolean; inPlace: string }[] = [];
  t.mock.method(fs, 'fsyncSync', (file: number) => {
    synced.push({ isFolder: fs.fstatSync(file).isDirectory(), inPlace: readFileSync(path, 'utf8') });
  });
  syncBuiltinESMExports();
  try {
    replaceFile(path, 'new');
  } finally {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  }
  assert.deepEqual(synced, [
    { isFolder: false, inPlace: 'old' },
    ...(process.platform === 'win32' ? [] : [{ isFolder: true, inPlace: 'new' }]),
  ]);
});

test('the folder of a new file is on the disk when the file counts as made', async (t) => {
  const path = await temporaryFile(t);
  const synced: number[] = [];
  t.mock.method(fs, 'fsyncSync', (file: number) => {
    synced.push(fs.fstatSync(file).ino);
  });
  syncBuiltinESMExports();
  try {
    const lines = await openDurableLines(path);
    assert.deepEqual(synced, process.platform === 'win32' ? [] : [fs.statSync(dirname(path)).ino]);
    await lines.close();
  } finally {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  }
});
