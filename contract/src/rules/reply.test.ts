import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type JudgedReplies,
  judgeReplies,
  peopleOf,
  type RecordedReply,
  type ReplyFacts,
  type ToldReply,
} from './reply.ts';
import { SLACK_MS } from './time.ts';
import type { Message, ReplyLedger, WrittenTo } from './written-to.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const MINUTE = 60_000;
const DAY = 86_400_000;

const momentsAgo = fc.oneof(
  // Many of them close to each other, where they can meet.
  fc.nat({ max: 20 }).map((halves) => halves * (MINUTE / 2)),
  fc.nat({ max: 70 * DAY }),
);
const moments = fc
  .tuple(momentsAgo, fc.constantFrom(0, 0, 1, 250))
  .map(([ago, more]) => NOW - ago - more - MINUTE);

const messages: fc.Arbitrary<Message[]> = fc
  .array(
    fc.record({
      profile_id: fc.option(fc.constantFrom(1, 2)),
      state: fc.constantFrom('sent', 'sent', 'sent', 'uncertain', 'sending'),
      begun_at: moments,
      replied_at: fc.option(fc.constant(NOW - MINUTE), { freq: 4 }),
      is_heard: fc.boolean(),
    }),
    { maxLength: 5 },
  )
  .map((rows) =>
    rows.map((row, index) => ({
      ...row,
      campaign_id: index + 1,
      recipient_id: index + 10,
      campaign_name: 'Spring',
      content: 'Hi {username}',
      parts: null,
      blanks: null,
    })),
  );

/** The ledger that such messages leave. */
function ledgerOf(sent: readonly Message[], replied_at: number | null): ReplyLedger {
  const arrived = sent.filter(({ state }) => state === 'sent');
  const at = arrived.map(({ begun_at }) => begun_at);
  const begun = sent.filter(({ state }) => state !== 'sent');
  return {
    first_messaged_at: at.length === 0 ? null : Math.min(...at),
    last_messaged_at: at.length === 0 ? null : Math.max(...at),
    begun: Object.fromEntries(begun.map((one) => [one.campaign_id, { at: one.begun_at / 1000 }])),
    replied_at,
    without_reply: Object.fromEntries(
      arrived
        .filter((one) => one.is_heard && one.begun_at > (replied_at ?? 0))
        .map((one) => [one.campaign_id, one.begun_at / 1000]),
    ),
    waived_at: null,
  };
}

const people: fc.Arbitrary<WrittenTo> = fc
  .record({ recipient: fc.constantFrom('ada', 'bo'), messages, replied_at: fc.option(moments) })
  .map(({ replied_at, ...person }) => ({
    ...person,
    ledger: ledgerOf(person.messages, replied_at),
    replies: [],
  }));
const facts: fc.Arbitrary<ReplyFacts> = fc.record({
  reply_text_days: fc.constantFrom(0, 30),
  forgotten_since: fc.option(fc.constant(NOW - 8 * MINUTE)),
  epoch: fc.constant(NOW - 8 * MINUTE),
  people: fc.uniqueArray(people, { maxLength: 2, selector: ({ recipient }) => recipient }),
});
const told: fc.Arbitrary<ToldReply> = fc.record({
  profile_id: fc.constantFrom(1, 2),
  person: fc.constantFrom(['ada'], ['bo'], ['nobody', 'ada'], ['nobody']),
  at: moments,
  precision_seconds: fc.constantFrom(undefined, 0, 0, 60, 86_400),
  text: fc.constantFrom('Yes', 'STOP', ' Hi\nada ', ''),
  site_id: fc.constantFrom('m1', 'm2', 'm3'),
  via: fc.constantFrom('thread', 'reading'),
  stop: fc.constantFrom('no', 'no', 'perhaps', 'sure'),
  automatic: fc.constantFrom('no', 'no', 'sure'),
});
const tellings = fc.array(told, { minLength: 1, maxLength: 8 });

const recordedOf = ({ verdicts }: JudgedReplies): RecordedReply[] =>
  verdicts.flatMap((verdict) => (verdict.kind === 'recorded' ? [verdict.reply] : []));

/** The facts once what was decided is written. */
function written(known: ReplyFacts, judged: JudgedReplies): ReplyFacts {
  const heard = new Map(judged.heard.map(({ recipient, ledger }) => [recipient, ledger]));
  return {
    ...known,
    people: known.people.map((person) => {
      const added = recordedOf(judged).filter(({ recipient }) => recipient === person.recipient);
      return {
        ...person,
        ledger: heard.get(person.recipient) ?? person.ledger,
        replies: [...person.replies, ...added],
        messages: person.messages.map((message) => {
          const first = added.find(
            ({ counts, campaign_id }) => counts && campaign_id === message.campaign_id,
          );
          return first ? { ...message, replied_at: first.at } : message;
        }),
      };
    }),
  };
}

const forAll = (holds: (known: ReplyFacts, replies: ToldReply[]) => void) =>
  fc.assert(fc.property(facts, tellings, holds), { numRuns: 2000 });

test('replies that are told again, in any order and in any parts, write nothing', () => {
  fc.assert(
    fc.property(
      facts,
      tellings.chain((replies) =>
        fc.tuple(
          fc.constant(replies),
          fc.shuffledSubarray(replies, { minLength: replies.length }),
          fc.nat({ max: replies.length }),
        ),
      ),
      (known, [replies, shuffled, cut]) => {
        let next = written(known, judgeReplies(replies, known, NOW));
        for (const part of [shuffled.slice(0, cut), shuffled.slice(cut), shuffled]) {
          const again = judgeReplies(part, next, NOW);
          assert.deepEqual([recordedOf(again), again.heard], [[], []]);
          next = written(next, again);
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('a message has one reply that counts, whatever is told in how many calls, and a machine never wrote it', () => {
  fc.assert(
    fc.property(facts, fc.array(tellings, { maxLength: 3 }), (known, calls) => {
      const counting: RecordedReply[] = [];
      let next = known;
      for (const replies of calls) {
        const judged = judgeReplies(replies, next, NOW);
        counting.push(...recordedOf(judged).filter(({ counts }) => counts));
        next = written(next, judged);
      }
      const keys = counting.map(({ recipient, campaign_id }) => `${recipient} ${campaign_id}`);
      assert.equal(new Set(keys).size, keys.length);
      for (const { recipient, campaign_id, automatic } of counting) {
        const person = known.people.find((one) => one.recipient === recipient);
        const message = person?.messages.find((one) => one.campaign_id === campaign_id);
        assert.ok(message?.state === 'sent' && message.replied_at === null);
        assert.equal(automatic, 'no');
      }
    }),
    { numRuns: 2000 },
  );
});

test('who wrote before our first message is somebody else, but for what clocks differ by', () => {
  forAll((known, replies) => {
    const { verdicts } = judgeReplies(replies, known, NOW);
    for (const [ord, { person, at, precision_seconds = 0, via }] of replies.entries()) {
      const first = firstOf(known, person);
      const end = Math.min(at + (at % 1000 === 0 ? 999 : 0) + precision_seconds * 1000, NOW);
      const verdict = verdicts[ord];
      if (first === null || (via === 'reading' && end < first - SLACK_MS))
        assert.ok(verdict?.kind === 'other' || verdict?.kind === 'told_again');
      else if (end >= first - SLACK_MS) assert.notEqual(verdict?.kind, 'other');
      if (verdict?.kind === 'recorded') assert.ok(first !== null && verdict.reply.at > first);
    }
  });
});

function firstOf({ people: known }: ReplyFacts, names: readonly string[]): number | null {
  const person = names.map((name) => known.find((one) => one.recipient === name)).find(Boolean);
  const at = person?.messages.map(({ begun_at }) => begun_at) ?? [];
  return at.length === 0 ? null : Math.min(...at);
}

test('who asks for no more messages is refused by each such reply, and a machine is heard by nobody', () => {
  forAll((known, replies) => {
    const judged = judgeReplies(replies, known, NOW);
    for (const reply of recordedOf(judged)) {
      assert.equal(reply.stops, reply.stop === 'sure');
      if (reply.automatic === 'sure')
        assert.deepEqual([reply.counts, reply.notice?.kind ?? 'wishes', reply.line], [false, 'wishes', null]);
      assert.equal(reply.line !== null, reply.automatic === 'no' && reply.campaign_id !== null);
    }
    const people_of = recordedOf(judged).filter(({ automatic }) => automatic === 'no');
    for (const { recipient } of judged.heard)
      assert.ok(people_of.some((reply) => reply.recipient === recipient));
  });
});

test('the last reply only moves on, and what was begun after it stays without one', () => {
  forAll((known, replies) => {
    const judged = judgeReplies(replies, known, NOW);
    for (const { recipient, ledger } of judged.heard) {
      const before = known.people.find((one) => one.recipient === recipient)?.ledger;
      assert.ok(before && ledger.replied_at !== null && ledger.replied_at > (before.replied_at ?? 0));
      const since = ledger.replied_at;
      assert.deepEqual(
        ledger.without_reply,
        Object.fromEntries(
          Object.entries(before.without_reply).filter(([, at]) => Math.round(at * 1000) > since),
        ),
      );
    }
  });
});

test('each reply belongs to an older message that arrived, of its own profile before any other', () => {
  forAll((known, replies) => {
    for (const reply of recordedOf(judgeReplies(replies, known, NOW))) {
      const person = known.people.find(({ recipient }) => recipient === reply.recipient);
      const before = person?.messages.filter(
        ({ state, begun_at }) => state === 'sent' && begun_at < reply.at && begun_at > reply.at - 60 * DAY,
      );
      const message = before?.find(({ campaign_id }) => campaign_id === reply.campaign_id);
      assert.equal(message === undefined, before?.length === 0);
      for (const other of before ?? [])
        if (other.profile_id === reply.profile_id)
          assert.ok(message?.profile_id === reply.profile_id && message.begun_at >= other.begun_at);
    }
  });
});

/** Which campaign's message somebody answered who had one a day ago and one at NOW, by what was told so long before NOW. */
function answeredOf(ago: number, known: Pick<ReplyFacts, 'forgotten_since' | 'epoch'>) {
  const sent = [NOW - DAY, NOW].map((begun_at, index) => ({
    campaign_id: index + 1,
    campaign_name: 'Spring',
    recipient_id: 10,
    profile_id: 1,
    state: 'sent' as const,
    begun_at,
    replied_at: null,
    is_heard: true,
    content: 'Hi',
    parts: null,
    blanks: null,
  }));
  const person = { recipient: 'ada', messages: sent, ledger: ledgerOf(sent, null), replies: [] };
  const reply: ToldReply = {
    profile_id: 1,
    person: ['ada'],
    at: NOW - ago,
    text: 'Yes',
    site_id: 'm1',
    via: 'reading',
    stop: 'no',
    automatic: 'no',
  };
  const told = judgeReplies([reply], { ...known, reply_text_days: 30, people: [person] }, NOW + MINUTE);
  return recordedOf(told)[0]?.campaign_id;
}

const NOTHING_FORGOTTEN = { forgotten_since: null, epoch: 1 };

test('a time in whole seconds may mean any moment of its second', () => {
  assert.equal(answeredOf(0, NOTHING_FORGOTTEN), 2);
  assert.equal(answeredOf(1, NOTHING_FORGOTTEN), 1);
});

test('who seems to have written up to a minute before a message that a restore forgot has answered it', () => {
  const forgotten = { forgotten_since: NOW - 1, epoch: NOW + MINUTE };
  assert.deepEqual(
    [1, SLACK_MS, SLACK_MS + 1].map((ago) => answeredOf(ago, forgotten)),
    [2, 2, 1],
  );
  // What the backup has, and what was sent after the restore, has the moment of its grant.
  assert.equal(answeredOf(1, { ...forgotten, forgotten_since: NOW }), 1);
  assert.equal(answeredOf(1, { ...forgotten, epoch: NOW - 7 * MINUTE }), 1);
});

test('the facts that are asked for are those of everybody who is named, as far back as they can matter', () => {
  fc.assert(
    fc.property(tellings, (replies) => {
      const asked = new Map(peopleOf(replies, NOW).map(({ name, since }) => [name, since]));
      for (const { person, via, at } of replies)
        for (const name of person) {
          const since = asked.get(name);
          assert.ok(since !== undefined && (since === null || since <= at - 60 * DAY));
          if (via === 'thread') assert.equal(since, null);
        }
    }),
  );
});
