import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { systemClock } from '../clock.ts';
import { startFaultyNetwork } from './faulty-network.ts';

test('an answer is whole when it is delayed and the site has ended the connection after it', async (t) => {
  const whole = 'x'.repeat(500_000);
  const site = createServer((socket) => socket.end(whole)).listen(0, '127.0.0.1');
  await once(site, 'listening');
  t.after(() => site.close());
  await using network = await startFaultyNetwork(systemClock);
  network.delay(1);
  const browser = connect(network.port, '127.0.0.1');
  browser.write(Buffer.from([5, 1, 0]));
  await once(browser, 'data');
  const port = Buffer.alloc(2);
  port.writeUInt16BE((site.address() as AddressInfo).port);
  browser.write(Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, ...port]));
  const [connected] = (await once(browser, 'data')) as [Buffer];
  assert.equal(connected.length - 10 + (await text(browser)).length, whole.length);
});
