import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TICKET_IDS, ticketNumber } from './support.ts';

test('each id has a ticket number of its own, of eight characters that look different', () => {
  assert.equal(ticketNumber(0), '2222-2222');
  assert.equal(ticketNumber(1), '2222-2223');
  assert.equal(ticketNumber(28), '2222-2232');
  assert.equal(ticketNumber(TICKET_IDS - 1), 'ZZZZ-ZZZZ');
  assert.ok(Number.isSafeInteger(TICKET_IDS));
  const ids = Array.from({ length: 5000 }, (_, n) => n * 75_557_801);
  assert.equal(new Set(ids.map(ticketNumber)).size, ids.length);
  assert.ok(ids.every((id) => /^[2-9B-DF-HJKMNP-TV-Z]{4}-[2-9B-DF-HJKMNP-TV-Z]{4}$/.test(ticketNumber(id))));
});
