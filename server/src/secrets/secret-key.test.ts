import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createSecretBox } from './secret-box.ts';
import { forgetPreviousKey, readKeyFile, readKeys, replaceKeyFile } from './secret-key.ts';

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-key-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('the key is made once, for its owner only, and read again', async (t) => {
  const folder = await temporaryFolder(t);
  const keys = await Promise.all([readKeyFile(folder), readKeyFile(folder)]);
  assert.equal(keys[0]?.length, 32);
  assert.deepEqual(keys[0], keys[1]);
  assert.equal((await stat(join(folder, 'secret.key'))).mode & 0o777, 0o600);
});

test('a key file with other content is refused, and stays as it is', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'secret.key'), 'hello');
  await assert.rejects(readKeyFile(folder), /does not hold a key/);
});

test('a sealed text opens with its own key only, and not after a change', () => {
  const box = createSecretBox(Buffer.alloc(32, 1));
  const sealed = box.seal('p\u00e5ssword \u{1F54A}');
  assert.equal(box.open(sealed), 'p\u00e5ssword \u{1F54A}');
  assert.notDeepEqual(box.seal('p\u00e5ssword \u{1F54A}'), sealed);
  assert.throws(() => createSecretBox(Buffer.alloc(32, 2)).open(sealed));
  const both = createSecretBox(Buffer.alloc(32, 2), Buffer.alloc(32, 1));
  assert.equal(both.open(sealed), 'p\u00e5ssword \u{1F54A}');
  // Like old boxes, which did not name their key.
  assert.equal(both.open(sealed.subarray(box.mark.length)), 'p\u00e5ssword \u{1F54A}');
  assert.ok(both.seal('x').subarray(0, both.mark.length).equals(both.mark));
  assert.ok(!sealed.subarray(0, both.mark.length).equals(both.mark));
  const changed = Buffer.from(sealed);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  assert.throws(() => box.open(changed));
});

test('a new key replaces the old one, which stays until it is forgotten, however often the rotation is interrupted', async (t) => {
  const dataDir = await temporaryFolder(t);
  const settings = { secretKey: undefined, previousSecretKey: undefined, dataDir };
  const old = await readKeyFile(dataDir);
  // Interrupted before the new key was written.
  await writeFile(join(dataDir, 'secret.key.previous'), `${old.toString('hex')}\n`);
  await replaceKeyFile(dataDir);
  const { current, previous } = await readKeys(settings);
  assert.notDeepEqual(current, old);
  assert.deepEqual(previous, old);
  await replaceKeyFile(dataDir);
  assert.deepEqual(await readKeys(settings), { current, previous });
  await forgetPreviousKey(dataDir);
  assert.deepEqual(await readKeys(settings), { current, previous: undefined });
});
