import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAutomatic, REPLY_AUTOMATICS } from '../people/replies.ts';
import { judgeWriter } from './reply-writer.ts';
import type { KnownReply, Message, WrittenTo } from './written-to.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const moments = fc.nat({ max: 60 }).map((minutes) => NOW - minutes * 60_000);

const replies: fc.Arbitrary<KnownReply[]> = fc
  .array(
    fc.record({
      at: moments,
      campaign_id: fc.constantFrom(1, 2, null),
      automatic: fc.constantFrom(...REPLY_AUTOMATICS),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((rows) =>
    rows.map((row, index) => ({
      ...row,
      id: index + 1,
      profile_id: 1,
      site_id: `m${index}`,
      told_at: row.at,
      recipient_id: row.campaign_id === null ? null : 10,
    })),
  );
const messages: fc.Arbitrary<Message[]> = fc
  .array(
    fc.record({ begun_at: moments, is_heard: fc.boolean(), state: fc.constantFrom('sent', 'uncertain') }),
    {
      maxLength: 4,
    },
  )
  .map((rows) =>
    rows.map((row, index) => ({
      ...row,
      campaign_id: index + 1,
      campaign_name: 'Spring',
      recipient_id: 10,
      profile_id: 1,
      replied_at: null,
      content: '',
      parts: null,
      blanks: null,
    })),
  );

const counting = (known: readonly KnownReply[]) => known.filter(({ automatic }) => !isAutomatic(automatic));
const last = (moments_of: (number | null)[]) => {
  const known = moments_of.filter((at) => at !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** The ledger as these messages and replies leave it. */
function ledgerOf(known: Pick<WrittenTo, 'messages' | 'replies'>, waived_at: number | null) {
  const replied_at = last(counting(known.replies).map(({ at }) => at));
  const since = last([replied_at, waived_at]) ?? Number.NEGATIVE_INFINITY;
  const without = known.messages.filter(
    ({ state, is_heard, begun_at }) => state === 'sent' && is_heard && begun_at > since,
  );
  return {
    first_messaged_at: NOW - 3_600_000,
    last_messaged_at: NOW,
    begun: {},
    replied_at,
    without_reply: Object.fromEntries(
      without.map(({ campaign_id, begun_at }) => [campaign_id, begun_at / 1000]),
    ),
    waived_at,
  };
}

test('what follows from a word on who wrote a reply is as if that had been so from the beginning', () => {
  fc.assert(
    fc.property(
      fc.record({ messages, replies }),
      fc.option(moments),
      fc.boolean(),
      (known, waived_at, is_automatic) => {
        const person = { ...known, recipient: 'ada', ledger: ledgerOf(known, waived_at) };
        const [reply] = known.replies as [KnownReply];
        const verdict = judgeWriter(person, { id: 1, is_automatic });
        assert.equal(verdict?.automatic, is_automatic ? 'owner_yes' : 'owner_no');
        const after = known.replies.map((one) =>
          one === reply ? { ...one, automatic: verdict.automatic } : one,
        );
        const ledger = verdict.ledger ?? person.ledger;
        assert.deepEqual(ledger, ledgerOf({ ...known, replies: after }, waived_at));
        const isChanged = isAutomatic(reply.automatic) !== is_automatic;
        assert.equal(verdict.counted !== null, isChanged && reply.campaign_id !== null);
        const to = counting(after).filter(({ campaign_id }) => campaign_id === reply.campaign_id);
        if (verdict.counted)
          assert.equal(
            verdict.counted.replied_at,
            to.length === 0 ? null : Math.min(...to.map(({ at }) => at)),
          );
      },
    ),
    { numRuns: 2000 },
  );
});

test('a reply that is gone changes nothing', () => {
  const known = { messages: [], replies: [] };
  const person = { ...known, recipient: 'ada', ledger: ledgerOf(known, null) };
  assert.equal(judgeWriter(person, { id: 1, is_automatic: true }), null);
});
