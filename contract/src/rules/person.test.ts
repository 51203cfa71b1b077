import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAIN_ACCOUNT, PLAIN_CAMPAIGN, PLAIN_SETTINGS, UNKNOWN_PERSON } from '../testing/plain-facts.ts';
import type { Campaign, Ledger, Person, Settings } from './facts.ts';
import { findSkip } from './person.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const SECOND = 1000;
const DAY = 86_400 * SECOND;
const UNTOLD: Ledger = { last_messaged_at: null, begun: {}, replied_at: null, unreplied: 0 };

interface Given {
  settings?: Partial<Settings>;
  campaign?: Partial<Campaign>;
  person?: Partial<Person>;
  ledger?: Partial<Ledger>;
  minutes_ahead?: number;
}

/** Why a person with this ledger is skipped. */
const skipOf = ({ settings, campaign, person, ledger, minutes_ahead = 0 }: Given) =>
  findSkip(
    { ...UNKNOWN_PERSON, ledger: { ...UNTOLD, ...ledger }, ...person },
    {
      account: {
        ...PLAIN_ACCOUNT,
        zone: { changes: [], ahead: [minutes_ahead] },
        settings: { ...PLAIN_SETTINGS, ...settings },
      },
      campaign: { ...PLAIN_CAMPAIGN, ...campaign },
      blanks: null,
      now: NOW,
    },
  );

test('the days in which nobody is written to again are whole, and told in the zone of the user', () => {
  const settings = { never_twice_days: 30 };
  const after = (ms: number, minutes_ahead = 0) =>
    skipOf({ settings, ledger: { last_messaged_at: NOW - ms }, minutes_ahead });
  assert.deepEqual(after(30 * DAY - 1), { kind: 'messaged', day: '2026-10-03' });
  assert.equal(after(30 * DAY), null);
  assert.deepEqual(after(DAY, 16 * 60), { kind: 'messaged', day: '2026-11-02' });
  assert.equal(skipOf({ ledger: { last_messaged_at: NOW - DAY } }), null);
});

test('a message that may have arrived counts as one that did, once it cannot be under way any more', () => {
  const skip = (seconds: number, entry: object = {}) =>
    skipOf({
      settings: { never_twice_days: 30 },
      ledger: { begun: { 6: { at: NOW / SECOND - seconds, ...entry } } },
    });
  const unclear = { kind: 'messaged', day: '2026-11-02', is_unclear: true };
  assert.deepEqual(skip(5, { unclear: true }), unclear);
  assert.equal(skip(5), null);
  assert.deepEqual(skip(3600), unclear);
});

test('who replied is left alone by what ran then, and for the quiet days by what starts later', () => {
  const skip = (replied_at: number, started_at: number | null, quiet_days: number) =>
    skipOf({
      settings: { hears_replies: true, quiet_days },
      campaign: { started_at },
      ledger: { replied_at },
    });
  const replied = (day: string) => ({ kind: 'replied', day });
  assert.deepEqual(skip(NOW - 9 * DAY, NOW - 10 * DAY, 7), replied('2026-10-24'));
  assert.deepEqual(skip(NOW - 6 * DAY, NOW - DAY, 7), replied('2026-10-27'));
  assert.equal(skip(NOW - 8 * DAY, NOW - DAY, 7), null);
  assert.equal(skip(NOW - 8 * DAY, null, 7), null);
  // In a follow-up every reply counts that came after the message that it follows.
  const followUp = (replied_at: number) =>
    skipOf({
      settings: { hears_replies: true },
      campaign: { is_follow_up: true, started_at: NOW - DAY },
      person: { follows_at: NOW - 20 * DAY },
      ledger: { replied_at },
    });
  assert.deepEqual(followUp(NOW - 19 * DAY), replied('2026-10-14'));
  assert.equal(followUp(NOW - 20 * DAY), null);
});

test('a budget is used up by as many messages without a reply, and counts only where replies are heard', () => {
  const skip = (unreplied: number, hears_replies = true) =>
    skipOf({ settings: { hears_replies, budget: 3, quiet_days: 7 }, ledger: { unreplied } });
  assert.equal(skip(2), null);
  assert.deepEqual(skip(3), { kind: 'budget', messages: 3 });
  assert.equal(skip(3, false), null);
});

test('a campaign leaves out who replied within its days', () => {
  const skip = (ms: number) => skipOf({ campaign: { replied_days: 10 }, ledger: { replied_at: NOW - ms } });
  assert.deepEqual(skip(10 * DAY - 1), { kind: 'left_out', replied_days: 10 });
  assert.equal(skip(10 * DAY), null);
});

test('people without a source are left alone only where one is asked for', () => {
  assert.deepEqual(skipOf({ settings: { require_source: true } }), { kind: 'no_source' });
  assert.equal(skipOf({ settings: { require_source: true }, person: { has_source: true } }), null);
  assert.equal(skipOf({}), null);
});
