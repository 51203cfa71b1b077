import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '@pigeonpost/contract/client';
import { openAgentDirectory } from '../storage/agent-directory.ts';
import { openJournal } from '../storage/journal.ts';
import { manualClock } from '../testing/manual-clock.ts';
import { SCRIPTED_OWNER, startScriptedServer } from '../testing/scripted-server.ts';
import { until } from '../testing/until.ts';
import { createSendPermit } from './send-permit.ts';

type Scene = Awaited<ReturnType<typeof scene>>;

async function scene() {
  const server = await startScriptedServer();
  const clock = manualClock();
  const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-permit-'));
  const directory = openAgentDirectory(folder);
  const journal = await openJournal(directory, clock);
  const stop = new AbortController();
  const disk = { whileWriting: () => {} };
  let dateAheadMs = 0;
  const permit = createSendPermit({
    call: createClient({ baseUrl: server.url, token: () => 'agent-token' }),
    clock: { ...clock, now: () => new Date(clock.now().getTime() + dateAheadMs) },
    journal: {
      ...journal,
      async clicking(...line) {
        await journal.clicking(...line);
        disk.whileWriting();
      },
    },
    delivery: {
      ...SCRIPTED_OWNER,
      epoch: 1,
      token: '6f1f4f0e-0f0c-4a53-8a0b-5f7c62f3a1aa',
      campaign_id: 1,
      recipient_id: 2,
      recipient: 'anna',
      profile_id: 3,
      profile_path: '/profiles/anna',
      message: 'Hi',
      grant_number: 1,
    },
    signal: stop.signal,
  });
  return {
    server,
    clock,
    journal,
    permit,
    stop,
    folder,
    /** Runs while the 'clicking' line is written. */
    disk,
    /** Moves the date, but not the monotonic clock. */
    setDate(milliseconds: number) {
      dateAheadMs = milliseconds;
    },
    async [Symbol.asyncDispose]() {
      await journal.close();
      directory.close();
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** Moves the clock whenever something sleeps, until the promise settles. */
async function turningUntil<T>(clock: ReturnType<typeof manualClock>, promise: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  promise.then(over, over);
  await until('an answer', () => {
    if (clock.sleepers() > 0) clock.turn(1000);
    return isOver;
  });
  return promise;
}

test('begin is in the journal before it is asked, the click before the permit is given', async () => {
  await using all = await scene();
  const { server, journal, permit } = all;
  let stateWhenAsked: unknown;
  server.on('begin', () => {
    stateWhenAsked = journal.unfinished(SCRIPTED_OWNER)[0]?.state;
    return undefined;
  });
  assert.equal(await permit.ask(2), true);
  assert.equal(stateWhenAsked, 'asked');
  const [unfinished] = journal.unfinished(SCRIPTED_OWNER);
  assert.ok(unfinished?.state === 'clicking');
  assert.equal(unfinished.own_messages_before, 2);
  assert.equal(permit.stage(), 'clicking');
});

test("the grant's mark is on the disk before the click is announced", async () => {
  await using all = await scene();
  const { server, journal, permit, folder } = all;
  server.on('begin', () => ({ body: { granted: true, grant_seconds: 60, mark: 7 } }));
  let marks = '';
  all.disk.whileWriting = () => {
    marks = readFileSync(join(folder, 'marks.json'), 'utf8');
  };
  assert.equal(await permit.ask(0), true);
  assert.match(marks, /"mark":7/);
  assert.equal(journal.mark(SCRIPTED_OWNER), 7);
});

test('nothing is pressed while the mark cannot be written', async () => {
  await using all = await scene();
  all.server.on('begin', () => ({ body: { granted: true, grant_seconds: 60, mark: 7 } }));
  await mkdir(join(all.folder, 'marks.json'));
  await assert.rejects(all.permit.ask(0), /marks.json could not be written/);
  assert.equal(all.permit.stage(), 'asked');
});

for (const [seconds, isGiven] of [
  [54, true],
  [56, false],
] as const) {
  test(`the permit is ${isGiven ? 'given' : 'not given'} ${seconds} s after asking`, async () => {
    await using all = await scene();
    const { server, clock, permit } = all;
    server.on('begin', () => {
      clock.turn(seconds * 1000);
      return undefined;
    });
    if (isGiven) assert.equal(await permit.ask(0), true);
    else await assert.rejects(permit.ask(0), /had run out before the click/);
    assert.equal(permit.stage(), isGiven ? 'clicking' : 'asked');
  });
}

test('a grant that ran out while the machine slept is not used', async () => {
  await using all = await scene();
  const { server, permit } = all;
  server.on('begin', () => {
    all.setDate(3_600_000);
    return undefined;
  });
  await assert.rejects(permit.ask(0), /had run out before the click/);
});

test('setting the date back does not extend a grant', async () => {
  await using all = await scene();
  const { server, clock, permit } = all;
  server.on('begin', () => {
    all.setDate(-3_600_000);
    clock.turn(56_000);
    return undefined;
  });
  await assert.rejects(permit.ask(0), /had run out before the click/);
});

test('a grant that ran out while a slow disk wrote is not used, nor one that was withdrawn meanwhile', async () => {
  for (const [whileWriting, reason] of [
    [(all: Scene) => all.clock.turn(56_000), /had run out before the click/],
    [(all: Scene) => all.permit.withdraw(), /withdrawn/],
  ] as const) {
    await using all = await scene();
    all.disk.whileWriting = () => whileWriting(all);
    await assert.rejects(all.permit.ask(0), reason);
    assert.equal(all.permit.stage(), 'asked');
  }
});

test('no grant counts for longer than a minute, whatever the server says', async () => {
  await using all = await scene();
  const { server, clock, permit } = all;
  server.on('begin', () => {
    clock.turn(56_000);
    return { body: { granted: true, grant_seconds: 3600 } };
  });
  await assert.rejects(permit.ask(0), /had run out before the click/);
});

test('only a grant is a grant', async () => {
  await using all = await scene();
  all.server.on('begin', () => ({ body: { granted: false, grant_seconds: 60 } }));
  await assert.rejects(all.permit.ask(0), /did not grant/);
  assert.equal(all.permit.stage(), 'asked');
});

test('begin is not asked if the journal could not store it', async () => {
  await using all = await scene();
  const { server, journal, permit } = all;
  await journal.close();
  await assert.rejects(permit.ask(0), /could not be written|closed/);
  assert.equal(permit.stage(), 'not_journalled');
  assert.deepEqual(server.calls, []);
});

test('after a refusal no result is owed', async () => {
  await using all = await scene();
  const { server, permit } = all;
  server.on('begin', () => ({ status: 409, body: { error: 'The campaign is paused.', code: 'paused' } }));
  assert.equal(await permit.ask(0), false);
  assert.equal(permit.stage(), 'refused');
  assert.equal(permit.refusal(), 'The campaign is paused.');
});

test('a lost reply is asked for again, and the 60 s count from the last call', async () => {
  await using all = await scene();
  const { server, clock, permit } = all;
  server.on('begin', () => {
    clock.turn(50_000);
    return server.calls.length === 1 ? { lost: true } : undefined;
  });
  assert.equal(await turningUntil(clock, permit.ask(0)), true);
  assert.equal(server.calls.length, 2);
});

const LEASE_OVER = { status: 409, body: { error: 'The lease is over.', code: 'lease_over' } };

test('lease_over on the first call is a refusal, after a lost reply it is a failure to report', async () => {
  for (const [answers, stage] of [
    [[LEASE_OVER], 'refused'],
    [[{ lost: true as const }, LEASE_OVER], 'asked'],
  ] as const) {
    await using all = await scene();
    const { server, clock, permit } = all;
    server.on('begin', () => answers[server.calls.length - 1]);
    const asking = turningUntil(clock, permit.ask(0));
    if (stage === 'refused') assert.equal(await asking, false);
    else await assert.rejects(asking, /The lease is over/);
    assert.equal(permit.stage(), stage);
  }
});

test('a permit that is withdrawn while begin is asked allows no click, whatever the answer', async () => {
  await using all = await scene();
  const { server, journal, permit } = all;
  server.on('begin', () => {
    permit.withdraw();
    return undefined;
  });
  await assert.rejects(permit.ask(0), /withdrawn/);
  assert.equal(permit.stage(), 'asked');
  assert.equal(journal.unfinished(SCRIPTED_OWNER)[0]?.state, 'asked');
});

test('an agent that is ending does not ask', async () => {
  await using all = await scene();
  const { server, permit, stop } = all;
  stop.abort(new Error('The agent is ending.'));
  assert.equal(await permit.ask(0), false);
  assert.equal(permit.stage(), 'not_asked');
  assert.deepEqual(server.calls, []);
});
