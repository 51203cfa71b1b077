import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { deliveryFor, pathsOf, scene } from '../testing/work-loop-scene.ts';

test('a profile that becomes free gets a work call at once, while the open call stays open', async () => {
  const { start, loop, open, finish, clock } = scene(['a', 'b']);
  await start();
  assert.deepEqual(pathsOf(open), [['a', 'b']]);
  await open[0]?.answer({ deliveries: [deliveryFor('a')] });
  assert.deepEqual(pathsOf(open), [['b']]);
  assert.equal(open[0]?.capacity, 3);
  clock.turn(10_000);
  await finish('a');
  assert.deepEqual(pathsOf(open), [['b'], ['a']]);
  loop.poll();
  assert.equal(open.length, 2);
});

test('each call names the known mark, and a new mark is stored before anything is begun', async () => {
  const { start, open, told, journal, released, working } = scene(['a']);
  await start();
  assert.deepEqual(told, [0]);
  assert.deepEqual([open[0]?.mark, open[0]?.grants, open[0]?.merged], [0, { epoch: 1, profiles: [] }, 1]);
  journal.full = true;
  await open[0]?.answer({ deliveries: [deliveryFor('a')] });
  await turn();
  assert.deepEqual([released, [...working.keys()]], [['a'], []]);
});

test('the calls of a round end together, and the next round begins with one call', async () => {
  const { start, open, finish, clock } = scene(['a', 'b']);
  await start();
  await open[0]?.answer({ deliveries: [deliveryFor('a')] });
  clock.turn(10_000);
  await finish('a');
  assert.deepEqual(
    open.map(({ wait_seconds }) => wait_seconds),
    [25, 15],
  );
  clock.turn(15_000);
  await open[0]?.answer({});
  assert.deepEqual(pathsOf(open), [['a']]);
  await open[0]?.answer({});
  assert.deepEqual(pathsOf(open), [['a', 'b']]);
});

test('at most four profiles work at once, one delivery each; further deliveries are released', async () => {
  const { start, open, working, released, finish, asked } = scene(['a', 'b', 'c', 'd', 'e', 'f']);
  await start();
  const [first] = open;
  await first?.answer({ deliveries: ['a', 'a', 'b', 'c', 'd', 'e'].map(deliveryFor) });
  assert.deepEqual([...working.keys()], ['a', 'b', 'c', 'd']);
  assert.deepEqual(released, ['a', 'e']);
  // Requests are still taken.
  assert.deepEqual(pathsOf(open), [[]]);
  assert.equal(open[0]?.capacity, 0);
  await finish('a');
  assert.deepEqual(pathsOf(open), [[], ['a', 'e', 'f']]);
  assert.equal(open[1]?.capacity, 1);
  await open[0]?.answer({ requests: [{ id: 5, kind: 'list', payload: {} }] });
  assert.deepEqual(asked, [5]);
});

test('with the server away it asks again after 1 s, growing to 30 s, and at once after an answer', async () => {
  const { start, open, clock } = scene(['a']);
  await start();
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    await open[0]?.fail(0);
    clock.turn(seconds * 1000 - 1);
    await turn();
    assert.equal(open.length, 0, `${seconds}`);
    clock.turn(1);
    await turn();
    assert.equal(open.length, 1, `${seconds}`);
  }
  await open[0]?.answer({});
  assert.equal(open.length, 1);
  await open[0]?.fail(503);
  clock.turn(1000);
  await turn();
  assert.equal(open.length, 1);
});

test('a server that says when to ask again gets no call until then, whatever becomes free', async () => {
  const { start, loop, open, clock } = scene(['a']);
  await start();
  await open[0]?.fail(429, 20);
  clock.turn(19_999);
  loop.poll();
  await turn();
  assert.equal(open.length, 0);
  clock.turn(1);
  await turn();
  assert.equal(open.length, 1);
});

test('several failed calls cause one wait, which grows once', async () => {
  const { start, open, clock, finish } = scene(['a', 'b']);
  await start();
  await open[0]?.answer({ deliveries: [deliveryFor('a')] });
  await finish('a');
  assert.deepEqual(pathsOf(open), [['b'], ['a']]);
  await open[1]?.fail(0);
  await open[0]?.fail(0);
  for (const seconds of [1, 2]) {
    clock.turn(seconds * 1000 - 1);
    await turn();
    assert.equal(open.length, 0, `${seconds}`);
    clock.turn(1);
    await turn();
    assert.deepEqual(pathsOf(open), [['a', 'b']]);
    await open[0]?.fail(0);
  }
});

test('deliveries that arrive while the agent ends are released', async () => {
  const { start, open, stop, released, working } = scene(['a']);
  await start();
  const answered = open[0]?.answer({ deliveries: [deliveryFor('a')] });
  stop.abort(new Error('The agent is ending.'));
  await answered;
  assert.deepEqual([released, working.size], [['a'], 0]);
});

test('a refused call is not repeated', async () => {
  for (const status of [400, 404]) {
    const { start, open, clock, refusals } = scene(['a']);
    await start();
    await open[0]?.fail(status);
    assert.deepEqual(refusals, ['Away']);
    clock.turn(60_000);
    await turn();
    assert.equal(open.length, 0);
  }
});

test('told to stop it asks no more, and is finished when its deliveries are', async () => {
  const { start, loop, open, stop, finish } = scene(['a', 'b']);
  await start();
  await open[0]?.answer({ deliveries: [deliveryFor('a')] });
  let isFinished = false;
  const finished = loop.finished().then(() => {
    isFinished = true;
  });
  stop.abort(new Error('The agent is ending.'));
  await turn();
  assert.equal(isFinished, false);
  await finish('a');
  await finished;
});

test('a profile that was opened for a person meanwhile is not driven', async () => {
  const paths = ['a', 'b'];
  const { start, open, working, released } = scene(paths);
  await start();
  paths.shift();
  await open[0]?.answer({ deliveries: ['a', 'b'].map(deliveryFor) });
  assert.deepEqual(released, ['a']);
  assert.deepEqual([...working.keys()], ['b']);
});

test('the first call names what is held, alone and without waiting; after that the calls wait', async () => {
  const { loop, open, journal, finish } = scene(['a', 'b']);
  journal.unfinished = ['left'];
  loop.poll();
  await turn();
  loop.poll();
  assert.equal(open.length, 1);
  assert.deepEqual(open[0]?.holding, { deliveries: ['left'], requests: [] });
  assert.equal(open[0]?.wait_seconds, 0);
  await open[0]?.answer({ deliveries: [deliveryFor('a')] });
  assert.equal(open[0]?.holding, undefined);
  assert.equal(open[0]?.wait_seconds, 25);
  await finish('a');
  assert.deepEqual(
    open.map(({ holding }) => holding),
    [undefined, undefined],
  );
});

test('after a lost answer, what is held is named once all other calls are answered', async () => {
  const { loop, open, clock, finish, start } = scene(['a', 'b', 'c']);
  await start();
  await open[0]?.answer({
    deliveries: [deliveryFor('a'), deliveryFor('b')],
    requests: [{ id: 5, kind: 'list', payload: {} }],
  });
  await finish('a');
  assert.deepEqual(pathsOf(open), [['c'], ['a']]);
  await open[1]?.fail(0);
  clock.turn(1000);
  await turn();
  loop.poll();
  await turn();
  assert.deepEqual(pathsOf(open), [['c']], 'Another call is still open: its answer is not known yet');
  await open[0]?.answer({ deliveries: [deliveryFor('c')] });
  assert.equal(open.length, 1);
  assert.deepEqual(open[0]?.holding, { deliveries: ['b', 'c'], requests: [] });
});

test('what is held is named once more when a failed call can no longer be given anything', async () => {
  const { open, clock, start } = scene(['a']);
  await start();
  await open[0]?.fail(0);
  clock.turn(1000);
  await turn();
  assert.ok(open[0]?.holding);
  await open[0]?.answer({});
  assert.equal(open[0]?.holding, undefined);
  clock.turn(25_000);
  await open[0]?.answer({});
  assert.ok(open[0]?.holding);
  await open[0]?.answer({});
  clock.turn(25_000);
  await open[0]?.answer({});
  assert.equal(open[0]?.holding, undefined);
});

test('an agent without work waits twice as long each time, until it gets some', async () => {
  const { open, clock, start } = scene(['a']);
  await start();
  for (const wait of [25, 50, 50]) {
    assert.equal(open[0]?.wait_seconds, wait);
    clock.turn(wait * 1000);
    await open[0]?.answer({});
  }
  await open[0]?.answer({ requests: [{ id: 5, kind: 'list', payload: {} }] });
  assert.equal(open[0]?.wait_seconds, 25);
});

test('a request is held until its result is answered', async () => {
  const { open, clock, start, requests } = scene(['a']);
  requests.isSlow = true;
  await start();
  await open[0]?.answer({ requests: [{ id: 5, kind: 'list', payload: {} }] });
  await open[0]?.fail(0);
  clock.turn(1000);
  await turn();
  assert.deepEqual(open[0]?.holding?.requests, [5]);
});

test('while the journal cannot be written only requests are taken, and that is logged once', async () => {
  const { open, clock, start, journal, lines, released } = scene(['a']);
  await start();
  journal.full = true;
  await open[0]?.answer({});
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(pathsOf(open), [[]]);
    assert.equal(open[0]?.capacity, 0);
    assert.equal(open[0]?.wait_seconds, 5);
    clock.turn(5000);
    await open[0]?.answer({});
  }
  assert.deepEqual(lines, ['No messages are sent until the journal can be written. The disk is full.']);
  await open[0]?.answer({ deliveries: [deliveryFor('a')] });
  assert.deepEqual(released, ['a']);
  journal.full = false;
  await open[0]?.answer({});
  assert.deepEqual(pathsOf(open), [['a']]);
  assert.match(lines.at(-1) ?? '', /can be written again/);
});
