import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { manualClock } from '../testing/manual-clock.ts';
import { type AgentDirectory, openAgentDirectory } from './agent-directory.ts';
import { openJournal, resultAfterCrash } from './journal.ts';
import type { JournalDelivery, JournalOwner } from './journal-lines.ts';

const DAY_MS = 86_400_000;
const OWNER: JournalOwner = { server_id: 'server-a', user_id: 1 };

async function temporaryDirectory(): Promise<AgentDirectory & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'pigeonpost-journal-'));
  const directory = openAgentDirectory(path);
  return {
    ...directory,
    async [Symbol.asyncDispose]() {
      directory.close();
      await rm(path, { recursive: true });
    },
  };
}

function delivery(token: string): JournalDelivery {
  return {
    ...OWNER,
    epoch: 1,
    token,
    campaign_id: 1,
    recipient_id: 2,
    recipient: 'ada',
    profile_id: 3,
    profile_path: '/profiles/ada',
    message: `Hi ada,\nnews for you: ${token} \u{1F54A}`,
    grant_number: 1,
  };
}

test('after a crash every step of a delivery is known and has its result', async () => {
  await using directory = await temporaryDirectory();
  const clock = manualClock();
  const before = await openJournal(directory, clock);
  for (const token of ['a', 'b', 'c', 'd', 'e']) await before.asked(delivery(token));
  await before.clicking('b', 3);
  await before.clicking('c', 0);
  await before.outcome('c', { outcome: 'sent' });
  await before.outcome('d', { outcome: 'failed', profile_in_use: true, reason: 'in use' });
  await before.answered('d');
  await before.answered('e');
  // Not closed, as after a crash.
  const after = await openJournal(directory, clock);
  assert.deepEqual(after.unfinished(OWNER), [
    { ...delivery('a'), state: 'asked' },
    { ...delivery('b'), state: 'clicking', own_messages_before: 3 },
    { ...delivery('c'), state: 'outcome', result: { outcome: 'sent' } },
  ]);
  assert.deepEqual(
    after.unfinished(OWNER).map((owed) => resultAfterCrash(owed).outcome),
    ['failed', 'unknown', 'sent'],
  );
  await after.outcome('b', { outcome: 'unknown' });
  for (const token of ['a', 'b', 'c']) await after.answered(token);
  assert.deepEqual(after.unfinished(OWNER), []);
  await Promise.all([before.close(), after.close()]);
});

test('results for another server or user are kept and not reported to this one', async () => {
  await using directory = await temporaryDirectory();
  const clock = manualClock();
  const journal = await openJournal(directory, clock);
  const others = [
    { ...OWNER, server_id: 'server-b' },
    { ...OWNER, user_id: 2 },
  ];
  await journal.asked(delivery('mine'));
  await journal.asked({ ...delivery('restored'), epoch: 2 });
  for (const [index, other] of others.entries())
    await journal.asked({ ...delivery(`other-${index}`), ...other });
  const tokens = (owner: JournalOwner) => journal.unfinished(owner).map(({ token }) => token);
  assert.deepEqual(tokens(OWNER), ['mine', 'restored']);
  assert.equal(journal.countForeign(OWNER), 2);
  clock.turn(60 * DAY_MS);
  await journal.compact();
  await journal.close();
  const next = await openJournal(directory, clock);
  assert.deepEqual(
    others.map((other) => next.unfinished(other).map(({ token }) => token)),
    [['other-0'], ['other-1']],
  );
  await next.close();
});

test('answered deliveries are forgotten after 30 days, unanswered ones never', async () => {
  await using directory = await temporaryDirectory();
  const clock = manualClock();
  const journal = await openJournal(directory, clock);
  const lines = async () =>
    (await readFile(join(directory.path, 'journal.jsonl'), 'utf8')).split('\n').filter(Boolean).length;
  await journal.asked(delivery('answered'));
  await journal.answered('answered');
  await journal.asked(delivery('owed'));
  clock.turn(30 * DAY_MS);
  await journal.compact();
  assert.equal(await lines(), 3);
  clock.turn(1);
  await journal.compact();
  assert.equal(await lines(), 1);
  await journal.clicking('owed', 1);
  await journal.close();
  const next = await openJournal(directory, clock);
  assert.equal(next.unfinished(OWNER)[0]?.state, 'clicking');
  await next.close();
});

test('a delivery that is answered again is kept for 30 days from then on', async () => {
  await using directory = await temporaryDirectory();
  const clock = manualClock();
  const journal = await openJournal(directory, clock);
  await journal.asked(delivery('a'));
  await journal.outcome('a', { outcome: 'sent' });
  await journal.answered('a');
  clock.turn(20 * DAY_MS);
  // After a restore.
  await journal.answered('a', 2);
  clock.turn(20 * DAY_MS);
  await journal.compact();
  const [told] = await journal.answeredBefore(OWNER, 3);
  assert.deepEqual(told?.result, { outcome: 'sent' });
  await journal.close();
});

test('the highest grant of each profile is known, in the newest epoch', async () => {
  await using directory = await temporaryDirectory();
  const journal = await openJournal(directory, manualClock());
  const grant = async (token: string, part: Partial<JournalDelivery>, isGranted = true) => {
    await journal.asked({ ...delivery(token), ...part });
    if (isGranted) await journal.clicking(token, 0);
  };
  await grant('a', { grant_number: 7 });
  await grant('b', { grant_number: 5 });
  await grant('c', { grant_number: 8 }, false);
  await journal.answered('c');
  await grant('d', { profile_id: 4, grant_number: 2 });
  const known = [
    { profile_id: 3, grant_number: 7 },
    { profile_id: 4, grant_number: 2 },
  ];
  assert.deepEqual(journal.grants(OWNER), { epoch: 1, profiles: known });
  await grant('e', { epoch: 2, grant_number: 3 });
  await grant('f', { grant_number: 9 });
  assert.deepEqual(journal.grants(OWNER), { epoch: 2, profiles: [{ profile_id: 3, grant_number: 3 }] });
  await journal.close();
});

test('the highest mark and epoch of each server and user survive the agent, without older grants', async () => {
  await using directory = await temporaryDirectory();
  const journal = await openJournal(directory, manualClock());
  assert.equal(journal.mark(OWNER), undefined);
  await journal.asked(delivery('a'));
  await journal.clicking('a', 0);
  for (const mark of [7, 5]) await journal.told(OWNER, { epoch: 1, mark });
  assert.equal(journal.grants(OWNER)?.profiles.length, 1);
  await journal.told(OWNER, { epoch: 4, mark: 6 });
  await journal.told({ ...OWNER, user_id: 2 }, { epoch: 9, mark: 90 });
  // Not closed, as after a crash.
  const after = await openJournal(directory, manualClock());
  assert.equal(after.mark(OWNER), 7);
  assert.deepEqual(after.grants(OWNER), { epoch: 4, profiles: [] });
  await after.told(OWNER, { epoch: 3 });
  assert.deepEqual([after.mark(OWNER), after.grants(OWNER)?.epoch], [7, 4], 'an older server sends no mark');
});

test('a mark that the disk refused is written before the next delivery', async () => {
  await using directory = await temporaryDirectory();
  const journal = await openJournal(directory, manualClock());
  const file = join(directory.path, 'marks.json');
  await mkdir(file);
  await assert.rejects(journal.told(OWNER, { epoch: 1, mark: 7 }), /could not be written/);
  assert.equal(journal.mark(OWNER), 7);
  await assert.rejects(journal.requireRoom(), /could not be written/);
  await rmdir(file);
  await journal.requireRoom();
  assert.match(await readFile(file, 'utf8'), /"mark":7/);
});

test('a result that the disk refused is written once it can be, and is unfinished until then', async () => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'journal.jsonl');
  const journal = await openJournal(directory, manualClock());
  for (const token of ['one', 'two']) await journal.asked(delivery(token));
  await journal.clicking('one', 0);
  // Half a line, in a file that cannot be written.
  await appendFile(path, '{');
  await rename(path, `${path}.away`);
  await mkdir(path);
  for (const token of ['one', 'two']) {
    await assert.rejects(journal.outcome(token, { outcome: 'sent' }));
    await assert.rejects(journal.answered(token));
  }
  await assert.rejects(journal.requireRoom());
  assert.equal(journal.unfinished(OWNER).length, 2, 'a restore must not count them as reported');
  await rmdir(path);
  await rename(`${path}.away`, path);
  await journal.requireRoom();
  assert.deepEqual(journal.unfinished(OWNER), []);
  const told = (await journal.answeredBefore(OWNER, 2)).map(({ result }) => result);
  assert.deepEqual(told, [{ outcome: 'sent' }, { outcome: 'sent' }]);
  await journal.close();
  const again = await openJournal(directory, manualClock());
  assert.deepEqual(again.unfinished(OWNER), []);
  await again.close();
});

test('a torn last line does not count and does not damage the next', async () => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'journal.jsonl');
  const clock = manualClock();
  for (const torn of [
    '{"line":"clicking","tok',
    '\0\0\0\0\n',
    '{"line":"answered","at":"2030","token":"a"}',
  ]) {
    const journal = await openJournal(directory, clock);
    await journal.asked(delivery('a'));
    await journal.close();
    await appendFile(path, torn);
    const after = await openJournal(directory, clock);
    assert.deepEqual(after.unfinished(OWNER), [{ ...delivery('a'), state: 'asked' }]);
    await after.asked(delivery('b'));
    await after.close();
    const again = await openJournal(directory, clock);
    assert.equal(again.unfinished(OWNER).length, 2);
    await again.close();
    await rm(path);
  }
});

test('a damaged line in the middle stops the agent with a sentence', async () => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'journal.jsonl');
  const journal = await openJournal(directory, manualClock());
  for (const token of ['a', 'b', 'c']) await journal.asked(delivery(token));
  await journal.close();
  const [first, , third] = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, `${first}\n{"line":"cli\n${third}\n`);
  await assert.rejects(openJournal(directory, manualClock()), /^Error: Line 2 of .* is damaged/);
});

test('a step of an unknown delivery is refused, and messages are for their owner only', async () => {
  await using directory = await temporaryDirectory();
  const journal = await openJournal(directory, manualClock());
  await assert.rejects(journal.clicking('a', 0), /cannot follow/);
  await assert.rejects(journal.outcome('a', { outcome: 'sent' }), /cannot follow/);
  await journal.close();
  assert.equal((await stat(join(directory.path, 'journal.jsonl'))).mode & 0o077, 0);
});

test('a second agent on the same folder is refused until the first has ended, even by SIGKILL', async () => {
  await using directory = await temporaryDirectory();
  assert.throws(() => openAgentDirectory(directory.path), /Another agent is already working with/);
  directory.close();
  const module = new URL('./agent-directory.ts', import.meta.url).href;
  const program = `(await import(${JSON.stringify(module)})).openAgentDirectory(process.argv[1]);`;
  const holder = spawn(
    process.execPath,
    ['-e', `${program} console.log('held'); setInterval(() => {}, 1e9)`, directory.path],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await once(createInterface(holder.stdout), 'line');
  assert.throws(() => openAgentDirectory(directory.path), /Another agent is already working with/);
  const second = spawnSync(process.execPath, ['-e', program, directory.path], { encoding: 'utf8' });
  assert.match(second.stderr, /Another agent is already working with/);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  openAgentDirectory(directory.path).close();
});
