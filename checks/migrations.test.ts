import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { listSources, readSource } from './source-files.ts';

/** One line per merged migration, `sha256  name`. The newest may be missing while it is being written. */
const MERGED = 'checks/merged-migrations.txt';

const files = listSources(/^server\/migrations\/.*\.sql$/).map((path) => ({
  name: path.replace('server/migrations/', ''),
  hash: createHash('sha256').update(readSource(path)).digest('hex'),
}));
const merged = readSource(MERGED)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ hash: line.slice(0, 64), name: line.slice(66) }));

test('migrations are numbered 0001, 0002 and so on, without a gap', () => {
  const numbers = files.map(({ name }) => name.slice(0, 5));
  assert.deepEqual(
    numbers,
    files.map((_, index) => `${String(index + 1).padStart(4, '0')}-`),
  );
});

test('a merged migration never changes', () => {
  assert.deepEqual(
    merged.map(({ name }) => files.find((file) => file.name === name) ?? { name, hash: 'gone' }),
    merged,
  );
});

test('every migration but the newest is listed as merged', () => {
  const unlisted = files.slice(0, -1).filter(({ name }) => !merged.some((line) => line.name === name));
  assert.deepEqual(unlisted, []);
});
