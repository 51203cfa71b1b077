import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '@pigeonpost/contract/client';
import { JOURNAL_OWNER, journalledDelivery, temporaryJournal } from '../testing/temporary-journal.ts';
import { until } from '../testing/until.ts';
import { createMerging } from './merge.ts';

type Scene = Awaited<ReturnType<typeof temporaryJournal>>;

const SERVER = 'server-a';

const mergingOf = (all: Scene) =>
  createMerging({ ...all, owner: JOURNAL_OWNER, end: new AbortController().signal });
const toldOf = ({ asked }: Scene) => asked.map(({ body }) => body.outcome ?? body.epoch);

/** A delivery that was answered in its epoch; without an outcome the disk was full. */
async function answered({ journal }: Scene, token: string, outcome: 'sent' | undefined, epoch = 1) {
  await journal.asked(journalledDelivery(token, epoch));
  await journal.clicking(token, 0);
  if (outcome) await journal.outcome(token, { outcome });
  await journal.answered(token);
}

test('results answered in another epoch are reported again, once, and then `merged` is called', async () => {
  await using all = await temporaryJournal();
  await answered(all, 'a', 'sent');
  await answered(all, 'b', undefined);
  await answered(all, 'c', 'sent', 2);
  const merging = mergingOf(all);
  merging.met({ id: SERVER, epoch: 2 });
  merging.met({ id: SERVER, epoch: 2 });
  await merging.finished();
  assert.deepEqual(toldOf(all), ['sent', 'unknown', 2]);
  const next = mergingOf(all);
  next.met({ id: SERVER, epoch: 2 });
  await next.finished();
  assert.deepEqual(toldOf(all).slice(3), [2], 'no result of the previous epoch is left');
});

test('a result that is reported again says what its lines know, and what the clock shows now', async () => {
  await using all = await temporaryJournal();
  const clicked = all.clock.now().toISOString();
  await answered(all, 'a', 'sent');
  all.clock.turn(3_600_000);
  const merging = mergingOf(all);
  merging.met({ id: SERVER, epoch: 2 });
  await merging.finished();
  const { recipient, profile_path } = journalledDelivery('a');
  const { at, now, ...body } = all.asked[0]?.body ?? {};
  assert.deepEqual([body.recipient, body.profile_path], [recipient, profile_path]);
  assert.deepEqual([at, now], [clicked, all.clock.now().toISOString()]);
});

test('an agent that goes through two restores reports everything twice, also if the second comes during the first', async () => {
  await using all = await temporaryJournal();
  await answered(all, 'a', 'sent');
  await answered(all, 'b', 'sent', 2);
  const merging = mergingOf(all);
  all.server.answer = ({ body }) => {
    if (body.epoch === 3) merging.met({ id: SERVER, epoch: 4 });
    return { recorded: true };
  };
  merging.met({ id: SERVER, epoch: 3 });
  await until('both merges', () => toldOf(all).includes(4));
  await merging.finished();
  assert.deepEqual(toldOf(all), ['sent', 'sent', 3, 'sent', 'sent', 4]);
});

test('work of the previous epoch is finished first', async () => {
  await using all = await temporaryJournal();
  const { journal, clock } = all;
  await journal.asked(journalledDelivery('a'));
  const merging = mergingOf(all);
  merging.met({ id: SERVER, epoch: 2 });
  await until('a merge that waits', () => clock.sleepers() > 0);
  assert.deepEqual(toldOf(all), []);
  await journal.outcome('a', { outcome: 'sent' });
  await journal.answered('a', 2);
  clock.turn(1000);
  await merging.finished();
  assert.deepEqual(toldOf(all), [2]);
});

test('results that the server refuses are not called merged, and are reported again after the next call', async () => {
  await using all = await temporaryJournal();
  await answered(all, 'a', 'sent');
  all.server.answer = ({ name }) => {
    if (name.endsWith('/result')) throw new ApiError({ status: 400, body: { error: 'No.' } });
    return {};
  };
  const merging = mergingOf(all);
  merging.met({ id: SERVER, epoch: 2 });
  await merging.finished();
  assert.deepEqual([toldOf(all), merging.merged()], [['sent'], undefined]);
  all.server.answer = () => ({ recorded: true });
  merging.met({ id: SERVER, epoch: 2 });
  await merging.finished();
  assert.deepEqual([toldOf(all), merging.merged()], [['sent', 'sent', 2], 2]);
});

test('an epoch that is over is no error: the next work call names the present one', async () => {
  await using all = await temporaryJournal();
  all.server.answer = () => {
    throw new ApiError({ status: 409, body: { error: 'This is no longer the epoch.' } });
  };
  const merging = mergingOf(all);
  merging.met({ id: SERVER, epoch: 2 });
  await merging.finished();
  assert.deepEqual([toldOf(all), all.lines, merging.merged()], [[2], [], undefined]);
});
