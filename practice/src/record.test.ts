import assert from 'node:assert/strict';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openRecord } from './record.ts';
import { makeDataDir } from './testing/visitor.ts';

const message = (person: string, text: string) => ({
  at: '2026-01-02T03:04:05.000Z',
  account: 'me',
  person,
  text,
});

test('a record opened again holds what was appended, in order', async (t) => {
  const path = join(await makeDataDir(t), 'record.jsonl');
  const first = await openRecord(path);
  await Promise.all([first.append(message('anna', 'one')), first.append(message('bob', 'two\nlines 🕊️'))]);
  await first.close();

  const again = await openRecord(path);
  t.after(() => again.close());
  assert.deepEqual(again.all(), [message('anna', 'one'), message('bob', 'two\nlines 🕊️')]);
  assert.deepEqual(again.threadsOf('me').get('anna'), [message('anna', 'one')]);
});

test('a last line torn by a crash is cut off, and the next message starts a new line', async (t) => {
  const path = join(await makeDataDir(t), 'record.jsonl');
  const whole = `${JSON.stringify(message('anna', 'whole'))}\n`;
  await writeFile(path, whole);
  await appendFile(path, '{"at":"2026-01-02T03:04:05.000Z","account":"me","per');

  const record = await openRecord(path);
  t.after(() => record.close());
  await record.append(message('anna', 'after'));

  assert.deepEqual(record.all(), [message('anna', 'whole'), message('anna', 'after')]);
  assert.equal(await readFile(path, 'utf8'), `${whole}${JSON.stringify(message('anna', 'after'))}\n`);
});

test('a broken line in the middle is refused with its line number', async (t) => {
  const path = join(await makeDataDir(t), 'record.jsonl');
  await writeFile(path, `${JSON.stringify(message('anna', 'one'))}\nbroken\n`);
  await assert.rejects(openRecord(path), /record\.jsonl:2 is not a message/);
});
