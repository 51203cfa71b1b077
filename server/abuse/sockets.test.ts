import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import type { BrowserEvents } from '@pigeonpost/contract/realtime';
import fc from 'fast-check';
import type { Socket } from 'socket.io-client';
import { type Browser, connect, join, next } from '../src/testing/browser.ts';
import { NASTY_VALUES } from './nasty.ts';
import { type Stage, setStage } from './stage.ts';
import { createStrangers } from './strangers.ts';

const seed = 20261122;
/** All messages of a browser; the compiler demands new ones. */
const EVENTS: Record<keyof BrowserEvents, true> = { join_user_room: true, leave_user_room: true };
// Smaller messages are read, larger ones close the connection; sizes in between are not tried.
const SMALL = 8000;
const LARGE = 12_000;

/** Frames that a client library cannot send. */
const FRAMES = [
  '',
  '4',
  '9',
  '42',
  '42[',
  '42[]',
  '42{}',
  '42null',
  '42["join_user_room"',
  '42["connect"]',
  '42["disconnect"]',
  '42[{"a":1}]',
  '42["__proto__",{"__proto__":1}]',
  '42999999999999999999["join_user_room",1]',
  '43[1]',
  '431[1]',
  '44{"message":"x"}',
  '45-',
  '451-["join_user_room",{"_placeholder":true,"num":0}]',
  '4599999-["x",{"_placeholder":true,"num":99}]',
  '451-["x",{"_placeholder":true,"num":"__proto__"}]',
  '46-["x"]',
  '40/admin,',
  '40/__proto__,{}',
  '41',
  '41/admin,',
  '2probe',
  '5',
  '1',
  '42["\ud800"]',
  `42["x",${'['.repeat(4000)}${']'.repeat(4000)}]`,
  'x'.repeat(20_000),
];

test('whatever a browser sends, it joins no other room, and the others still get their events', async (t) => {
  const crashes: Error[] = [];
  const note = (error: Error) => crashes.push(error);
  process.on('uncaughtExceptionMonitor', note);
  t.after(() => process.off('uncaughtExceptionMonitor', note));
  const stage = await setStage(t);
  const { app, victim, attacker } = stage;
  const strangers = await createStrangers(stage);
  const witness = connect(t, app.url, victim.user.token);
  assert.ok('ok' in (await join(witness, victim.id)));

  await t.test('a token that opens no page opens no connection', async () => {
    const refused = strangers.filter(({ opens }) => opens === 'nothing' || opens === "an agent's calls");
    for (const { who, token } of refused)
      assert.equal(await outcomeOf(t, stage, { token }), 'Please log in.', who);
    for (const nasty of NASTY_VALUES)
      for (const auth of [{ token: nasty }, nasty]) {
        const outcome = await outcomeOf(t, stage, auth);
        assert.notEqual(outcome, 'connected', JSON.stringify(auth)?.slice(0, 100));
      }
    await goOnHearing(stage, witness);
  });

  await t.test('an admitted browser joins its own room only', async () => {
    for (const { who, token, opens } of strangers) {
      if (opens === 'nothing' || opens === "an agent's calls") continue;
      const socket = connect(t, app.url, token);
      for (const user_id of [victim.id, String(victim.id), [victim.id], `user:${victim.id}`])
        assert.deepEqual(
          await join(socket, user_id as number),
          { error: 'This room belongs to somebody else.' },
          who,
        );
      socket.disconnect();
    }
  });

  await t.test('events with any payload', async () => {
    let socket = connect(t, app.url, attacker.user.token) as Socket;
    const heard: unknown[] = [];
    const payloads = fc.oneof(
      fc.constantFrom(...NASTY_VALUES, victim.id, String(victim.id), Buffer.from('1')),
      fc.jsonValue(),
    );
    const events = fc.constantFrom(
      ...Object.keys(EVENTS),
      'connect',
      'disconnect',
      'error',
      '',
      '__proto__',
      'x',
    );
    await fc.assert(
      fc.asyncProperty(events, fc.array(payloads, { maxLength: 3 }), async (event, said) => {
        if (['connect', 'disconnect'].includes(event)) return;
        if (!socket.connected) {
          socket = connect(t, app.url, attacker.user.token) as Socket;
          await next(socket as Browser, 'connect');
        }
        socket.removeAllListeners('agent_update').on('agent_update', (update) => heard.push(update));
        const bytes = Buffer.byteLength(JSON.stringify(said));
        if (bytes > SMALL && bytes < LARGE) return;
        const isTooLarge = bytes >= LARGE;
        const closed = isTooLarge && next(socket as Browser, 'disconnect');
        socket.emit(event, ...said);
        if (closed) return void (await closed);
        if (event === 'join_user_room') {
          const [wanted] = said;
          const isOwn = wanted === attacker.id || wanted === String(attacker.id);
          const answer = await socket.emitWithAck(event, ...said);
          if (isOwn) assert.equal(answer.ok, true);
          else assert.deepEqual(answer, REFUSED);
        }
        assert.ok('ok' in (await join(socket as Browser, attacker.id)));
        const mine = next(socket as Browser, 'agent_update');
        await goOnHearing(stage, witness);
        app.deps.publish(attacker.id, 'agent_update', { agent_id: attacker.id, connected: true });
        await mine;
      }),
      { seed, numRuns: 100, examples: NASTY_VALUES.map((value) => ['join_user_room', [value]]) },
    );
    assert.ok(heard.length > 0);
    assert.deepEqual(
      heard.filter((update) => (update as { agent_id: number }).agent_id !== attacker.id),
      [],
    );
  });

  await t.test('frames that no client library sends, before and after authentication', async () => {
    for (const frame of FRAMES)
      for (const isSignedIn of [false, true]) await sendFrame(stage, frame, isSignedIn);
    for (const body of [...FRAMES, '\u001e'.repeat(100)]) {
      const response = await fetch(`${app.url}/socket.io/?EIO=4&transport=polling`, { method: 'POST', body });
      assert.ok(response.status < 500, `${body.slice(0, 50)}: ${response.status}`);
    }
    for (const query of [
      '',
      '?EIO=4',
      '?EIO=3&transport=polling',
      '?EIO=4&transport=__proto__',
      '?sid=x&EIO=4',
    ])
      assert.ok((await fetch(`${app.url}/socket.io/${query}`)).status < 500, query);
    await goOnHearing(stage, witness);
  });
  assert.deepEqual(crashes, []);
});

const REFUSED = { error: 'This room belongs to somebody else.' };

/** The victim's browser still gets its events. */
async function goOnHearing({ app, victim }: Stage, witness: Browser): Promise<void> {
  const heard = next(witness, 'agent_update');
  app.deps.publish(victim.id, 'agent_update', { agent_id: victim.id, connected: true });
  assert.deepEqual(await heard, { agent_id: victim.id, connected: true });
}

/** The result of a connection with such a handshake. */
async function outcomeOf(t: TestContext, { app }: Stage, auth: unknown): Promise<string> {
  const socket = connect(t, app.url, undefined, {
    reconnection: false,
    forceNew: true,
    auth: auth as { [key: string]: unknown },
  } as Parameters<typeof connect>[3]);
  const outcome = await Promise.race([
    next(socket, 'connect').then(() => 'connected'),
    next(socket, 'connect_error').then((error) => (error as Error).message),
    next(socket, 'disconnect').then(() => 'closed'),
  ]);
  socket.disconnect();
  return outcome;
}

/** Sends one raw frame; the server answers another one afterwards, or has closed this connection. */
async function sendFrame({ app, attacker }: Stage, frame: string, isSignedIn: boolean): Promise<void> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const closed = once(socket, 'close');
  await once(socket, 'open');
  const heard = (start: string) =>
    new Promise<void>((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        if (String(data).startsWith(start)) resolve();
      });
    });
  if (isSignedIn) {
    const connected = heard('40');
    socket.send(`40${JSON.stringify({ token: attacker.user.token })}`);
    await connected;
  }
  const answered = Promise.race([heard('4377'), heard('44')]);
  socket.send(frame);
  // An answer to one of these, or the end, proves that the frame before was read.
  socket.send('4277["join_user_room",0]');
  socket.send('40{"token":"pp_none"}');
  await Promise.race([answered, closed]);
  socket.close();
}
