import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { startTestApp } from '../testing/test-app.ts';
import { addressOfRequest, networkOf } from './caller-address.ts';

test('an IPv6 address counts as its network, an IPv4 address as itself, in every notation', () => {
  const network = '2001:db8:0:7::/64';
  for (const address of [
    '2001:db8:0:7::1',
    '2001:DB8::7:0:0:0:1',
    '2001:0db8:0000:0007:ffff:1:2:3',
    '2001:db8:0:7::',
  ])
    assert.equal(networkOf(address), network, address);
  for (const address of ['2001:db8:0:8::1', '2001:db8::7', '::1'])
    assert.notEqual(networkOf(address), network, address);
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(networkOf('64:ff9b::192.0.2.7'), '64:ff9b:0:0::/64');
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7']) assert.equal(networkOf(address), '192.0.2.7');
});

test('failed sign-ins from one IPv6 network are counted together', async (t) => {
  const { url } = await startTestApp(t, { proxies: 1 });
  const signIn = async (address: string, n: number) => {
    const response = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ username: `guess-${n}`, password: 'wrong-0' }),
    });
    return response.status;
  };
  for (let n = 0; n < 100; n++) assert.equal(await signIn(`2001:db8:0:7::${n.toString(16)}`, n), 401);
  assert.equal(await signIn('2001:db8:0:7:a:b:c:d', 100), 429);
  assert.equal(await signIn('2001:db8:0:8::1', 100), 401);
});

test('an invalid entry in X-Forwarded-For is ignored, and so are the entries before it', async (t) => {
  const app = await startTestApp(t, { proxies: 2 });
  const user = await app.signUp();
  const password = 'kiln-9000';
  const admin = await app.signUp({ role: 'admin' });
  await admin.call('PUT /api/users/{id}/password', {
    params: { id: user.id },
    body: { new_password: password },
  });
  const addressFrom = async (forwarded: string) => {
    const response = await fetch(`${app.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      body: JSON.stringify({ username: user.username, password }),
    });
    const { token } = (await response.json()) as { token: string };
    const { sessions } = await app.client(token)('GET /api/auth/sessions');
    return sessions.find(({ is_current }) => is_current)?.address;
  };
  const said = {
    '203.0.113.9, 192.0.2.7, 10.0.0.1': '192.0.2.7',
    '192.0.2.7, 10.0.0.1': '192.0.2.7',
    '192.0.2.7:4711, 10.0.0.1': '192.0.2.7',
    '[2001:db8::7]:4711, 10.0.0.1': '2001:db8::7',
    '<script>, 10.0.0.1': '10.0.0.1',
    '192.0.2.7, unknown, 10.0.0.1': '10.0.0.1',
    '192.0.2.7, 10.0.0.1, unknown': '127.0.0.1',
    '300.1.2.3': '127.0.0.1',
    ' , ': '127.0.0.1',
  };
  const liveAddressFrom = (forwarded: string) => {
    const socket = { remoteAddress: '127.0.0.1' } as Socket;
    return addressOfRequest({ headers: { 'x-forwarded-for': forwarded }, socket }, { proxies: 2 });
  };
  for (const [forwarded, address] of Object.entries(said)) {
    assert.equal(await addressFrom(forwarded), address, forwarded);
    assert.equal(liveAddressFrom(forwarded), address, `a live connection with ${forwarded}`);
  }
});
