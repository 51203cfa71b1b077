import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startTestApp } from '../testing/test-app.ts';

const LIMIT = 1_000;
const LEFT_ALONE_MS = 5_000;
const AT_ONCE = 100;
const HALF_A_HEADER = 'GET /healthz HTTP/1.1\r\nHo';

async function start(t: TestContext, config: { proxies?: number } = {}) {
  const sockets: Socket[] = [];
  // Before the server ends, which waits for bodies that are on their way.
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  const { url, clock } = await startTestApp(t, config);
  const { host, port } = new URL(url);
  const rest = `st: ${host}\r\n\r\n`;
  const open = async (text: string, localAddress = '127.0.0.1'): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress }).setEncoding('utf8');
    sockets.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  const ask = async (localAddress?: string) => statusOf(await open(HALF_A_HEADER + rest, localAddress));
  const halfABody = `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`;
  /** Opens connections in their order, fewer at once than wait to be accepted: one more would try again later. */
  const openAll = async (texts: readonly string[], trip: () => Promise<number> = ask): Promise<Socket[]> => {
    const opened: Socket[] = [];
    while (opened.length < texts.length) {
      const next = texts.slice(opened.length, opened.length + AT_ONCE);
      opened.push(...(await Promise.all(next.map((text) => open(text)))));
      assert.equal(await trip(), 200);
    }
    return opened;
  };
  return { clock, open, openAll, ask, rest, halfABody };
}

async function statusOf(socket: Socket): Promise<number> {
  const [answer] = (await once(socket, 'data')) as [string];
  return Number(answer.split(' ')[1]);
}

test('a thousand connections of one network may wait for the rest of a request; one more ends the oldest', async (t) => {
  const { clock, open, openAll, ask, rest, halfABody } = await start(t);
  const kept = await open(HALF_A_HEADER + rest);
  assert.equal(await statusOf(kept), 200);
  // Used between, for the server ends what is idle for some seconds.
  const askAgain = () => {
    kept.write(HALF_A_HEADER + rest);
    return statusOf(kept);
  };
  const ended: number[] = [];
  const texts = Array.from({ length: LIMIT }, (_, n) => (n % 2 === 0 ? HALF_A_HEADER : halfABody));
  const halves = await openAll(texts, askAgain);
  for (const [n, socket] of halves.entries()) socket.resume().on('close', () => ended.push(n));
  assert.equal(await ask(), 200);
  assert.deepEqual(ended, [], 'a thousand more that come at once are left alone for five seconds');
  clock.advance(LEFT_ALONE_MS);
  assert.equal(await askAgain(), 200);
  assert.equal(await ask('127.0.0.2'), 200);
  assert.deepEqual(ended, [], 'neither an older connection nor another network counts');

  const [oldest, body, header, gone, next] = halves;
  assert.ok(oldest && body && header && gone && next);
  const closed = once(oldest, 'close');
  const said = statusOf(oldest);
  assert.equal(await ask(), 200);
  assert.equal(await said, 429);
  await closed;

  header.write(rest);
  assert.equal(await statusOf(header), 200);
  body.write('}');
  assert.equal(await statusOf(body), 400);
  gone.destroy();
  for (let trip = 0; trip < 3; trip++) assert.equal(await ask(), 200);
  for (let place = 0; place < 4; place++) await open(HALF_A_HEADER);
  const nextClosed = once(next, 'close');
  assert.deepEqual(ended, [0, 3], 'four places were free again');
  assert.equal(await ask(), 200);
  await nextClosed;
});

test('behind a proxy all connections come from one address, so none of them is closed', async (t) => {
  const { clock, openAll, ask } = await start(t, { proxies: 1 });
  const ended: number[] = [];
  const halves = await openAll(Array.from({ length: LIMIT }, () => HALF_A_HEADER));
  for (const [n, socket] of halves.entries()) socket.resume().on('close', () => ended.push(n));
  assert.equal(await ask(), 200);
  clock.advance(LEFT_ALONE_MS);
  assert.equal(await ask(), 200);
  assert.deepEqual(ended, []);
});
