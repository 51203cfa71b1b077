import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Page, TimeoutError } from 'puppeteer-core';
import { createDriver } from './xmpp.ts';

const settings = { address: 'http://chat/', domain: 'club.example', confirm_seconds: 1, bounce_seconds: 1 };
const request = { message: 'Hi', isAfterClick: false, signIn: async () => undefined };

test('a name that cannot be an address is refused before the page is used', async () => {
  const driver = createDriver({ settings, TimeoutError });
  for (const person of ['anna@club@example', '@club.example', 'anna@', 'anna@club.example/phone']) {
    assert.deepEqual(await driver.openThread({} as Page, { ...request, person }), {
      state: 'not_found',
      reason: `"${person}" is no address of a chat server.`,
    });
  }
});

test('a page that does not load is reported with a sentence', async () => {
  const page = {
    evaluateOnNewDocument: async () => {},
    goto: () => Promise.reject(new Error('NS_ERROR_CONNECTION_REFUSED\n    at chrome://remote')),
  } as unknown as Page;
  const driver = createDriver({ settings, TimeoutError });
  await assert.rejects(driver.openThread(page, { ...request, person: 'anna' }), {
    message: 'The page at http://chat/ did not load.',
  });
});
