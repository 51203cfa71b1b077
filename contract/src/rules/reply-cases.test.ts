import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeReplies, type ReplyFacts, type ToldReply } from './reply.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const MINUTE_MS = 60_000;
/** A restore forgot the messages since then; each of them was told later. */
const RESTORED_AT = NOW - 8 * MINUTE_MS;
const SENT_AT = NOW - 2 * MINUTE_MS;

const FACTS: ReplyFacts = {
  reply_text_days: 30,
  forgotten_since: RESTORED_AT,
  epoch: RESTORED_AT,
  people: [
    {
      recipient: 'ada',
      messages: [
        {
          campaign_id: 1,
          campaign_name: 'Spring',
          recipient_id: 10,
          profile_id: 1,
          state: 'sent',
          begun_at: SENT_AT,
          replied_at: null,
          is_heard: true,
          content: 'Hi {username}',
          parts: null,
          blanks: null,
        },
      ],
      ledger: {
        first_messaged_at: RESTORED_AT - 1,
        last_messaged_at: SENT_AT,
        begun: {},
        replied_at: null,
        without_reply: { 1: SENT_AT / 1000 },
        waived_at: null,
      },
      // She answered, under the id that the site also gives to our message.
      replies: [
        {
          id: 5,
          profile_id: 1,
          site_id: 'm3',
          told_at: SENT_AT - MINUTE_MS / 2,
          at: SENT_AT - MINUTE_MS / 2,
          campaign_id: null,
          recipient_id: null,
          automatic: 'no',
        },
      ],
    },
  ],
};
const TOLD: ToldReply = {
  profile_id: 1,
  person: ['ada'],
  at: SENT_AT - MINUTE_MS / 2,
  text: 'Yes',
  site_id: 'm3',
  via: 'reading',
  stop: 'no',
  automatic: 'no',
};

test('an answer that is told again is heard for a message which was told meanwhile, and a text of ours is not', () => {
  const hearing = (text: string) => judgeReplies([{ ...TOLD, text }], FACTS, NOW).heard.length;
  assert.equal(hearing('Yes'), 1);
  assert.equal(hearing(' Hi\nada '), 0);
});
