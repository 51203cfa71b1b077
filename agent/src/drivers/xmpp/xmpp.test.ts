import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Page, TimeoutError } from 'puppeteer-core';
import { createDriver } from './xmpp.ts';

test('a name that cannot be an address is refused before the page is touched', async () => {
  const settings = { address: 'http://chat/', domain: 'club.example', confirm_seconds: 1, bounce_seconds: 1 };
  const driver = createDriver({ settings, TimeoutError });
  const request = { message: 'Hi', isAfterClick: false, signIn: async () => undefined };
  for (const person of ['anna@club@example', '@club.example', 'anna@', 'anna@club.example/phone']) {
    assert.deepEqual(await driver.openThread({} as Page, { ...request, person }), {
      state: 'not_found',
      reason: `"${person}" is no address of a chat server.`,
    });
  }
});
