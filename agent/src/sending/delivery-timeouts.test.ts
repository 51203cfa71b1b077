import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Page, ProtocolError, TimeoutError } from 'puppeteer-core';
import { MachineFault } from '../firefox/machine-fault.ts';
import { deliveryScene, hang } from '../testing/delivery-scene.ts';
import { SCRIPTED_OWNER } from '../testing/scripted-server.ts';
import { until } from '../testing/until.ts';

const LIMIT = { timeout: 10_000 };

test(
  'a thread that does not open is abandoned before the lease ends, counted from the work call',
  LIMIT,
  async () => {
    await using all = await deliveryScene({ openThread: hang });
    const { server, clock, delivery } = all;
    const delivering = all.deliver(20);
    clock.turn(89_000);
    assert.equal(all.openTabs(), 1);
    clock.turn(1000);
    await delivering;
    assert.equal(all.openTabs(), 0);
    const [result] = await server.waitFor('result', delivery);
    assert.equal(result?.body.outcome, 'failed');
    assert.match(result?.body.reason, /not ready in time\. Nothing was sent/);
  },
);

test("a browser that shows no page until the lease ends is a machine's fault", LIMIT, async () => {
  await using all = await deliveryScene({}, 'no page');
  const { server, clock, delivery } = all;
  const delivering = all.deliver();
  clock.turn(110_000);
  await delivering;
  const [result] = await server.waitFor('result', delivery);
  assert.deepEqual([result?.body.outcome, result?.body.machine_fault], ['failed', true]);
});

test(
  'an agent that ends releases a delivery whose Firefox ended with it, and reports no fault',
  LIMIT,
  async () => {
    await using all = await deliveryScene({}, 'no page');
    const delivering = all.deliver();
    // A service that is stopped ends its Firefox too, and that end may be noticed first.
    all.onLog((line) => line.startsWith('Not finished') && all.stop.abort(new Error('The agent ends.')));
    all.breakBrowser(new MachineFault('Firefox ended by SIGTERM.'));
    await delivering;
    await all.server.waitFor('release', all.delivery);
    assert.deepEqual(all.server.outcomesOf(all.delivery), []);
  },
);

test('a driver that continues after its time gets no permit', LIMIT, async () => {
  const opened = Promise.withResolvers<{ state: 'open'; copies: number }>();
  let permitted: boolean | undefined;
  const sent = Promise.withResolvers<void>();
  await using all = await deliveryScene({
    openThread: () => opened.promise,
    async send(_page, { beforeClick }) {
      permitted = await beforeClick();
      sent.resolve();
      return { outcome: 'failed', reason: 'Held back.' };
    },
  });
  const delivering = all.deliver();
  all.clock.turn(110_000);
  opened.resolve({ state: 'open', copies: 0 });
  await Promise.all([delivering, sent.promise]);
  assert.equal(permitted, false);
  assert.deepEqual(all.server.outcomesOf(all.delivery), ['failed']);
  assert.ok(!all.server.calls.some(({ kind }) => kind === 'begin'));
});

test(
  'once begun, sending has its own time limit, and the thread is read before the sending lease ends',
  LIMIT,
  async () => {
    const clicked = Promise.withResolvers<void>();
    let threads = 0;
    await using all = await deliveryScene({
      openThread: () => (threads++ === 0 ? Promise.resolve({ state: 'open', copies: 0 }) : hang()),
      async send(_page, { beforeClick }) {
        await beforeClick();
        clicked.resolve();
        return hang();
      },
    });
    const { clock, server, delivery } = all;
    const delivering = all.deliver();
    await clicked.promise;
    clock.turn(110_000);
    await new Promise((next) => setImmediate(next));
    assert.equal(threads, 1);
    clock.turn(70_000);
    await until('the thread to be read', () => threads === 2);
    assert.deepEqual(server.outcomesOf(delivery), []);
    // Reading would be tried for 190 s; the lease of 300 s ends before.
    for (let seconds = 180; seconds < 290; seconds += 5) {
      clock.turn(5000);
      await new Promise((next) => setImmediate(next));
    }
    await delivering;
    assert.deepEqual(server.outcomesOf(delivery), ['unknown']);
  },
);

for (const [home, answer, isUnreachable] of [
  ['loads', async () => ({ status: () => 200 }), undefined],
  ['gives no answer of its own', async () => null, undefined],
  ['is an error of its server', async () => ({ status: () => 503 }), true],
  ['does not load', () => Promise.reject(new ProtocolError('NS_ERROR_UNKNOWN_HOST')), true],
  ['does not load in time', () => Promise.reject(new TimeoutError('20000 ms exceeded')), true],
  ['cannot be tried', () => Promise.reject(new Error('The tab was closed.')), undefined],
] as const)
  test(`where a thread does not open and the home of its site ${home}`, LIMIT, async () => {
    const openThread = () => Promise.reject(new Error('The thread did not open.'));
    const page = { goto: (async (address) => (address === 'about:blank' ? null : answer())) as Page['goto'] };
    await using all = await deliveryScene({ home: 'https://site.example/', openThread }, page);
    await all.deliver();
    const [result] = await all.server.waitFor('result', all.delivery);
    const { outcome, reason, site_unreachable } = result?.body ?? {};
    assert.deepEqual([outcome, site_unreachable], ['failed', isUnreachable]);
    assert.equal(
      reason,
      isUnreachable ? 'The site at https://site.example/ does not answer.' : 'The thread did not open.',
    );
  });

test("a driver's own report that its site does not answer is accepted", LIMIT, async () => {
  const reason = 'The chat server is away.';
  await using all = await deliveryScene({ openThread: async () => ({ state: 'unreachable', reason }) });
  await all.deliver();
  const [result] = await all.server.waitFor('result', all.delivery);
  const { outcome, site_unreachable } = result?.body ?? {};
  assert.deepEqual([outcome, site_unreachable, result?.body.reason], ['failed', true, reason]);
});

test('an outcome is in the journal before the server gets it', LIMIT, async () => {
  await using all = await deliveryScene({
    async send(_page, { beforeClick }) {
      await beforeClick();
      return { outcome: 'sent' };
    },
  });
  const { server, journal } = all;
  let stateWhenTold: unknown;
  server.on('result', () => {
    stateWhenTold = journal.unfinished(SCRIPTED_OWNER)[0]?.state;
    return undefined;
  });
  await all.deliver();
  assert.equal(stateWhenTold, 'outcome');
});

test('a press whose browser died is not reported as certainly not sent', LIMIT, async () => {
  let threads = 0;
  await using all = await deliveryScene({
    openThread: () => (threads++ === 0 ? Promise.resolve({ state: 'open', copies: 0 }) : hang()),
    async send(_page, { beforeClick }) {
      await beforeClick();
      all.breakBrowser(new Error('Firefox ended by SIGKILL.'));
      return hang();
    },
  });
  const { clock, server, delivery } = all;
  const delivering = all.deliver();
  await until('the thread to be read', () => threads === 2);
  for (let seconds = 0; seconds < 300; seconds += 5) {
    clock.turn(5000);
    await new Promise((next) => setImmediate(next));
  }
  await delivering;
  assert.deepEqual(server.outcomesOf(delivery), ['unknown']);
});

test('a press whose browser died counts as sent if the thread shows it', LIMIT, async () => {
  let threads = 0;
  await using all = await deliveryScene({
    openThread: async () => ({ state: 'open', copies: threads++ }),
    async send(_page, { beforeClick }) {
      await beforeClick();
      all.breakBrowser(new Error('Firefox ended by SIGKILL.'));
      return hang();
    },
  });
  await all.deliver();
  assert.deepEqual(all.server.outcomesOf(all.delivery), ['sent']);
});

test('an agent that is ending leaves an interrupted press to its next start', LIMIT, async () => {
  await using all = await deliveryScene({
    async send(_page, { beforeClick }) {
      await beforeClick();
      all.stop.abort(new Error('Ending.'));
      all.breakBrowser(new Error('Firefox ended by SIGTERM.'));
      return hang();
    },
  });
  await all.deliver();
  assert.deepEqual(all.server.outcomesOf(all.delivery), []);
  assert.deepEqual(
    all.journal.unfinished(SCRIPTED_OWNER).map(({ state }) => state),
    ['clicking'],
  );
});

test('after a refused begin nothing is reported, and nothing is owed', LIMIT, async () => {
  await using all = await deliveryScene({
    async send(_page, { beforeClick }) {
      assert.equal(await beforeClick(), false);
      return { outcome: 'failed', reason: 'Not permitted.' };
    },
  });
  all.server.on('begin', () => ({ status: 409, body: { error: 'The campaign is paused.', code: 'paused' } }));
  await all.deliver();
  assert.deepEqual(all.server.outcomesOf(all.delivery), []);
  assert.deepEqual(all.journal.unfinished(SCRIPTED_OWNER), []);
});
