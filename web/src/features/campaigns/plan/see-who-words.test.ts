import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyWords } from './see-who-words.ts';

test('somebody of a plan has the reason with the campaign, and on do-not-contact the day', () => {
  const at = '2026-09-12T12:00:00.000Z';
  const messaged = { reason: 'Messaged already, on 12-09-2026', at, by: 'Kiln open' };
  assert.equal(whyWords('messaged', messaged), 'Messaged already, on 12-09-2026, by Kiln open');
  assert.equal(whyWords('messaged', { ...messaged, by: null }), messaged.reason);
  const replied = { reason: 'Replied, on 12-09-2026', at, by: 'Raku' };
  assert.equal(whyWords('replied', replied), 'Replied, on 12-09-2026, to Raku');
  assert.equal(
    whyWords('do_not_contact', { reason: 'On your do-not-contact list', at, by: null }),
    'Since 12-09-2026',
  );
  assert.equal(whyWords('will', { reason: null, at: null, by: null }), null);
});
