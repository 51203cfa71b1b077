import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openLog } from './log.ts';
import { manualClock } from './testing/manual-clock.ts';

test('the file has the time of each line and the stack of an error, the terminal only the line', async (t) => {
  const folder = await emptyFolder(t);
  const shown: string[] = [];
  const clock = manualClock();
  const log = openLog({ folder, clock, show: (line) => shown.push(line) });
  log('Sending to \u001b[31manna\u001b[0m\nfrom kiln.');
  clock.turn(1500);
  log(
    'The thread could not be read: no composer',
    new Error('no composer', { cause: new Error('tab gone') }),
  );
  assert.deepEqual(shown, ['Sending to anna from kiln.', 'The thread could not be read: no composer']);
  const lines = (await readFile(join(folder, 'agent.log'), 'utf8')).split('\n');
  assert.equal(lines[0], '2030-01-01T12:00:00.000Z Sending to anna from kiln.');
  assert.equal(lines[1], '2030-01-01T12:00:01.500Z The thread could not be read: no composer');
  assert.equal(lines[2], '    Error: no composer');
  assert.match(lines[3] ?? '', /^ {8}at .*log\.test\.ts/);
  assert.ok(lines.includes('    Error: tab gone'));
});

test('a full file is renamed and replaces the previous one', async (t) => {
  const folder = await emptyFolder(t);
  const log = openLog({ folder, clock: manualClock(), show: () => {}, maxBytes: 70 });
  for (const word of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) log(word);
  const read = async (name: string) =>
    (await readFile(join(folder, name), 'utf8')).replaceAll('2030-01-01T12:00:00.000Z ', '');
  assert.equal(await read('agent.1.log'), 'four\nfive\nsix\n');
  assert.equal(await read('agent.log'), 'seven\n');
});

test('a folder that cannot be written stops nothing', async (t) => {
  const shown: string[] = [];
  const folder = join(await emptyFolder(t), 'gone');
  const log = openLog({ folder, clock: manualClock(), show: (line) => shown.push(line) });
  log('Works on.');
  assert.deepEqual(shown, ['Works on.']);
});

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-log-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
