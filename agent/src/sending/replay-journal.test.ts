import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { OpenedThread, SiteDriver, ThreadRequest } from '../drivers/driver.ts';
import type { ProfileManager } from '../firefox/profile-manager.ts';
import { JOURNAL_OWNER, journalledDelivery, temporaryJournal } from '../testing/temporary-journal.ts';
import { replayJournal } from './replay.ts';

const LIMIT = { timeout: 10_000 };
const BEFORE = 2;

type Thread = () => Promise<OpenedThread>;

const shows =
  (copies: number): Thread =>
  async () => ({ state: 'open', copies });
const isAway: Thread = async () => ({ state: 'unreachable', reason: 'The site does not answer.' });
const cannotBeRead: Thread = async () => {
  throw new Error('The site is away.');
};

/**
 * A start after a crash between the click and its outcome; the thread is opened with these results, one after the
 * other.
 */
async function restart(threads: Thread[], whileOpening = (_end: AbortController) => {}) {
  await using all = await temporaryJournal();
  const { journal, clock, asked } = all;
  await journal.asked(journalledDelivery('a'));
  await journal.clicking('a', BEFORE);
  const end = new AbortController();
  let opened = 0;
  const driver = {
    name: 'sample',
    openThread: (_page: unknown, { isAfterClick }: ThreadRequest) => {
      assert.ok(isAfterClick, 'only what certainly went out is a copy');
      whileOpening(end);
      return (threads[opened++] ?? cannotBeRead)();
    },
  } as unknown as SiteDriver;
  const manager = { drive: (_path, job) => job({} as never) } as ProfileManager;
  const replayed = replayJournal({ ...all, end: end.signal, owner: JOURNAL_OWNER, manager, driver });
  let isOver = false;
  void replayed.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await turn();
    if (clock.sleepers() > 0) clock.turn(1000);
  }
  return {
    opened,
    told: asked.map(({ body }) => body.outcome),
    owed: journal.unfinished(JOURNAL_OWNER).map(({ state }) => state),
  };
}

test('one message more than before the click means that it was sent', LIMIT, async () => {
  assert.deepEqual(await restart([shows(BEFORE + 1)]), { opened: 1, told: ['sent'], owed: [] });
});

test('no more messages than before the click prove nothing', LIMIT, async () => {
  assert.deepEqual(await restart([shows(BEFORE)]), { opened: 1, told: ['unknown'], owed: [] });
});

test('a thread that cannot be read is opened three times, then the outcome is unknown', LIMIT, async () => {
  const third = await restart([cannotBeRead, cannotBeRead, shows(BEFORE + 1)]);
  assert.deepEqual(third, { opened: 3, told: ['sent'], owed: [] });
  assert.deepEqual(await restart([]), { opened: 3, told: ['unknown'], owed: [] });
  const second = await restart([isAway, shows(BEFORE + 1)]);
  assert.deepEqual(
    second,
    { opened: 2, told: ['sent'], owed: [] },
    'a thread that does not open shows nothing',
  );
});

test('an agent that ends before it has read the thread leaves that to the next start', LIMIT, async () => {
  const cut = await restart([], (end) => end.abort(new Error('Ending.')));
  assert.deepEqual(cut, { opened: 1, told: [], owed: ['clicking'] });
});
