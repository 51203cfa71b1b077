import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '@pigeonpost/contract/client';
import { JOURNAL_OWNER, journalledDelivery, temporaryJournal } from '../testing/temporary-journal.ts';
import { until } from '../testing/until.ts';
import { recordResult } from './report-result.ts';

type Scene = Awaited<ReturnType<typeof temporaryJournal>>;

const DELIVERY = journalledDelivery('a');
const refused = (status: number) => new ApiError({ status, body: { error: `${status}` } });

/** Reports a sent message; the server answers as the function says. */
async function report(all: Scene, answer: () => object) {
  await all.journal.asked(DELIVERY);
  all.server.answer = answer;
  const end = new AbortController();
  const recorded = recordResult({ ...all, end: end.signal }, DELIVERY, { outcome: 'sent' });
  return { recorded, end };
}

const owed = ({ journal }: Scene) => journal.unfinished(JOURNAL_OWNER).map(({ state }) => state);

test('a stale result is never reported again', async () => {
  await using all = await temporaryJournal();
  const { recorded } = await report(all, () => {
    throw refused(409);
  });
  await recorded;
  assert.deepEqual(owed(all), []);
});

test("only an answer that says 'recorded' counts", async () => {
  await using all = await temporaryJournal();
  const answers = [{}, { recorded: false }, { recorded: true }];
  const { recorded } = await report(all, () => answers[all.asked.length - 1] ?? {});
  for (const seconds of [1, 2]) {
    await turnUntilAsleep(all);
    assert.deepEqual(owed(all), ['outcome']);
    all.clock.turn(seconds * 1000);
  }
  await recorded;
  assert.equal(all.asked.length, 3);
  assert.deepEqual(owed(all), []);
});

test('a result says when Send was pressed, with the present moment at each try, and by whom to whom', async () => {
  await using all = await temporaryJournal();
  await all.journal.asked(DELIVERY);
  await all.journal.clicking(DELIVERY.token, 0);
  const at = all.clock.now().toISOString();
  all.clock.turn(60_000);
  all.server.answer = () => ({ recorded: all.asked.length > 1 });
  const end = new AbortController().signal;
  const recorded = recordResult({ ...all, end }, DELIVERY, { outcome: 'sent' });
  await turnUntilAsleep(all);
  all.clock.turn(1000);
  await recorded;
  const { recipient, profile_path } = DELIVERY;
  assert.deepEqual(
    all.asked.map(({ body }) => [body.at, Date.parse(body.now) - Date.parse(body.at)]),
    [
      [at, 60_000],
      [at, 61_000],
    ],
  );
  assert.deepEqual(
    [all.asked[0]?.body.recipient, all.asked[0]?.body.profile_path],
    [recipient, profile_path],
  );
});

test('a failed that was never clicked says no moment', async () => {
  await using all = await temporaryJournal();
  const { recorded } = await report(all, () => ({ recorded: true }));
  await recorded;
  assert.equal('at' in (all.asked[0]?.body ?? {}), false);
});

test('a refused or unanswered result stays in the journal', async () => {
  for (const status of [400, 503]) {
    await using all = await temporaryJournal();
    const { recorded, end } = await report(all, () => {
      throw refused(status);
    });
    if (status === 503) {
      await turnUntilAsleep(all);
      end.abort(new Error('Ending.'));
    }
    await recorded;
    assert.deepEqual(owed(all), ['outcome'], `${status}`);
  }
});

test('a result is reported even if the journal cannot be written', async () => {
  await using all = await temporaryJournal();
  const journal = {
    ...all.journal,
    outcome: () => Promise.reject(new Error('The disk is full.')),
  };
  await recordResult({ ...all, journal, end: new AbortController().signal }, DELIVERY, { outcome: 'sent' });
  assert.deepEqual(
    all.asked.map(({ body }) => body.outcome),
    ['sent'],
  );
  assert.match(all.lines[0] ?? '', /The disk is full/);
});

test("the reason is cut to the server's limit", async () => {
  await using all = await temporaryJournal();
  await all.journal.asked(DELIVERY);
  const result = { outcome: 'failed' as const, reason: 'x'.repeat(5000) };
  await recordResult({ ...all, end: new AbortController().signal }, DELIVERY, result);
  assert.equal(all.asked[0]?.body.reason.length, 2000);
});

async function turnUntilAsleep({ clock }: Scene): Promise<void> {
  await until('a report that waits', () => clock.sleepers() > 0);
}
