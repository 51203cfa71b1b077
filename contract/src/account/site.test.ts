import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRemotePlainHttp } from '../text/plain-http.ts';
import { siteAddressError } from './site.ts';

test('over http only this very machine is an address of a site, because a password crosses the way to it', () => {
  for (const ours of [
    'http://127.0.0.1:5280/',
    'http://localhost/',
    'http://chat.localhost/',
    'http://[::1]/',
  ])
    assert.deepEqual([ours, siteAddressError(ours), isRemotePlainHttp(ours)], [ours, undefined, false]);
  for (const others of [
    'http://chat.example/',
    'http://192.168.1.2/',
    'HTTP://chat.example/',
    'http://127.0.0.1.chat.example/',
    'http://localhost.chat.example/',
    'http:///chat.example/',
  ])
    assert.match(siteAddressError(others) ?? '', /^Address must begin with https:\/\//, others);
  assert.equal(siteAddressError('https://chat.example/'), undefined);
});
