import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PLAIN_ACCOUNT, PLAIN_CAMPAIGN, PLAIN_PROFILE, PLAIN_SETTINGS } from '../testing/plain-facts.ts';
import { type BeginFacts, type BeginVerdict, judgeBegins } from './begin.ts';
import type { Account, Campaign, Ledger, Person, Profile, Settings } from './facts.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** A begin that is granted. */
const facts: BeginFacts = {
  account: {
    ...PLAIN_ACCOUNT,
    subscription_end: NOW + DAY,
    settings: {
      ...PLAIN_SETTINGS,
      cap_day: 100,
      never_twice_days: 30,
      hears_replies: true,
      quiet_days: 7,
      budget: 3,
      require_source: true,
    },
  },
  campaign: {
    ...PLAIN_CAMPAIGN,
    started_at: NOW - DAY,
    cap_day: 50,
    replied_days: 10,
    parts: ['Hello ', { name: 'city', field: 2 }],
  },
  profile: {
    ...PLAIN_PROFILE,
    id: 7,
    cap_day: 40,
    counted_day: '2026-11-02',
    begun_today: 3,
    counted_hour: '2026-11-02T09',
    begun_this_hour: 1,
    counted_at: NOW - SECOND,
  },
  person: {
    recipient: 'ada',
    is_on_do_not_contact: false,
    ledger: { last_messaged_at: NOW - 40 * DAY, begun: {}, replied_at: NOW - 20 * DAY, unreplied: 1 },
    is_undecided: false,
    left_out_list: null,
    left_out_tag: null,
    has_source: true,
    follows_at: null,
  },
  lease: {
    lease_until: NOW + 90 * SECOND,
    state: 'leased',
    blanks: { 2: 'Rome' },
    status: 'pending',
    held_by: 5,
  },
  account_day: { day: '2026-11-02', begun: 9, counted_at: NOW - SECOND },
  campaign_day: { day: '2026-11-02', begun: 4, counted_at: NOW - SECOND },
};

const ledger = facts.person.ledger as Ledger;
const ofAccount = (change: Partial<Account>) => (f: BeginFacts) => ({
  ...f,
  account: { ...f.account, ...change },
});
const ofSettings = (change: Partial<Settings>) => (f: BeginFacts) =>
  ofAccount({ settings: { ...f.account.settings, ...change } })(f);
const ofCampaign = (change: Partial<Campaign>) => (f: BeginFacts) => ({
  ...f,
  campaign: { ...f.campaign, ...change },
});
const ofProfile = (change: Partial<Profile>) => (f: BeginFacts) => ({
  ...f,
  profile: { ...f.profile, ...change },
});
const ofPerson = (change: Partial<Person>) => (f: BeginFacts) => ({
  ...f,
  person: { ...f.person, ...change },
});
const ofLedger = (change: Partial<Ledger>) => (f: BeginFacts) =>
  ofPerson({ ledger: { ...(f.person.ledger as Ledger), ...change } })(f);
const ofLease = (change: Partial<BeginFacts['lease']>) => (f: BeginFacts) => ({
  ...f,
  lease: { ...f.lease, ...change },
});

/** What keeps a message from being begun, in the order in which it is judged, with its answer and the kind of its reason. */
const OBSTACLES: [break_: (f: BeginFacts) => BeginFacts, answer: string, reason?: string][] = [
  [ofLease({ lease_until: NOW }), 'lease_over'],
  [ofCampaign({ is_deleted: true }), 'ended'],
  [ofCampaign({ status: 'completed' }), 'ended'],
  [ofCampaign({ status: 'paused' }), 'paused'],
  [ofCampaign({ countdown_until: NOW + 5 * SECOND }), 'paused'],
  [ofLease({ blanks: null }), 'paused'],
  [ofCampaign({ is_public: false }), 'paused'],
  [ofAccount({ is_active: false }), 'subscription'],
  [ofAccount({ subscription_end: NOW }), 'subscription'],
  [ofAccount({ is_frozen: true }), 'frozen'],
  [ofProfile({ is_blocked: true }), 'profile_blocked'],
  [ofProfile({ is_signed_out: true }), 'profile_blocked'],
  [ofProfile({ is_active: false }), 'profile_inactive'],
  [ofProfile({ is_deleted: true }), 'profile_inactive'],
  [ofSettings({ hours: [[0, 540]] }), 'outside_hours'],
  [ofSettings({ quiet_dates: [{ from: '2026-11-02', to: '2026-11-02' }] }), 'outside_hours'],
  [ofCampaign({ hours: [[0, 540]] }), 'outside_hours'],
  // A click may follow until a minute later.
  [ofSettings({ hours: [[540, 541]] }), 'outside_hours'],
  [ofCampaign({ not_after: NOW + 60 * SECOND }), 'outside_hours'],
  [ofProfile({ cap_day: 3 }), 'cap_reached'],
  [ofProfile({ cap_hour: 1 }), 'cap_reached'],
  [ofSettings({ cap_day: 9 }), 'cap_reached'],
  [ofCampaign({ cap_day: 4 }), 'cap_reached'],
  [ofLease({ status: 'sent' }), 'gone', 'gone'],
  [ofLease({ held_by: 6 }), 'gone', 'gone'],
  [ofPerson({ is_on_do_not_contact: true }), 'do_not_contact', 'do_not_contact'],
  [ofLedger({ last_messaged_at: NOW - 2 * DAY }), 'messaged', 'messaged'],
  [ofLedger({ replied_at: NOW - 3600 * SECOND }), 'replied', 'replied'],
  [ofPerson({ is_undecided: true }), 'gone', 'undecided_stop'],
  [ofLedger({ unreplied: 3 }), 'gone', 'budget'],
  [ofPerson({ left_out_list: 'Clients' }), 'gone', 'left_out'],
  [ofPerson({ left_out_tag: 'vip' }), 'gone', 'left_out'],
  [ofCampaign({ replied_days: 30 }), 'gone', 'left_out'],
  [ofPerson({ has_source: false }), 'gone', 'no_source'],
  [ofLease({ blanks: {} }), 'gone', 'unfilled'],
  [ofLedger({ begun: { 6: { at: NOW / 1000 - 20 } } }), 'messaged'],
];

const judge = (f: BeginFacts): BeginVerdict => judgeBegins([f], NOW).verdicts[0] as BeginVerdict;
const reasonOf = ({ change }: BeginVerdict) => change?.log_reason?.kind;

test('a begin is granted where nothing stands against it, and counted', () => {
  const { answer, change } = judge(facts);
  assert.equal(answer, 'granted');
  assert.partialDeepStrictEqual(change, {
    state: 'sending',
    counted: { begun_today: 4, begun_this_hour: 2 },
  });
});

for (const [place, [break_, answer, reason]] of OBSTACLES.entries())
  test(`obstacle ${place + 1} alone refuses a begin: ${reason ?? answer}`, () => {
    const verdict = judge(break_(facts));
    assert.deepEqual([verdict.answer, reasonOf(verdict)], [answer, reason]);
  });

test('of several obstacles the first one answers', () => {
  const places = fc.uniqueArray(fc.nat({ max: OBSTACLES.length - 1 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(places, (drawn) => {
      const obstacles = drawn
        .sort((a, b) => a - b)
        .map((place) => OBSTACLES[place] as (typeof OBSTACLES)[number]);
      // From the last to the first, because two may change one thing.
      const broken = obstacles.toReversed().reduce((f, [break_]) => break_(f), facts);
      const verdict = judge(broken);
      const [, answer, reason] = obstacles[0] as (typeof OBSTACLES)[number];
      assert.deepEqual([verdict.answer, reasonOf(verdict)], [answer, reason]);
      assert.equal(verdict.change === null, answer === 'lease_over');
    }),
    { numRuns: 1000 },
  );
});

test('a begin that is asked again is granted whatever stands against it now, and changes nothing', () => {
  for (const [break_] of OBSTACLES.slice(1))
    assert.deepEqual(judge(ofLease({ state: 'sending' })(break_(facts))), {
      answer: 'granted',
      change: null,
    });
  const until = (seconds: number) =>
    ofLease({ state: 'sending', lease_until: NOW + seconds * SECOND })(facts);
  assert.deepEqual(judge(until(60)), { answer: 'granted', change: null });
  assert.deepEqual(judge(until(59)), { answer: 'lease_over', change: null });
});

test('a token that is no lease is over', () => {
  assert.deepEqual(judgeBegins([null], NOW).verdicts, [{ answer: 'lease_over', change: null }]);
});

test('begins that are judged together pass no cap of a day and no budget', () => {
  const begins = fc.array(
    fc.record({ user: fc.nat({ max: 1 }), campaign: fc.nat({ max: 1 }), person: fc.nat({ max: 2 }) }),
    {
      maxLength: 20,
    },
  );
  const caps = fc.record({
    account: fc.integer({ min: 8, max: 14 }),
    campaign: fc.integer({ min: 3, max: 8 }),
  });
  fc.assert(
    fc.property(begins, caps, fc.boolean(), (drawn, cap, isNeverTwice) => {
      const calls = drawn.map(({ user, campaign, person }) => {
        const one = ofSettings({ cap_day: cap.account, never_twice_days: isNeverTwice ? 30 : null })(facts);
        const id = 10 * user + campaign + 1;
        return ofLease({ held_by: id })(
          ofPerson({ recipient: `p${person}` })(
            ofCampaign({ id, cap_day: cap.campaign })(ofAccount({ user_id: user })(one)),
          ),
        );
      });
      const { verdicts, days } = judgeBegins(calls, NOW);
      const granted = calls.filter((_, ord) => verdicts[ord]?.answer === 'granted');
      const count = (of: (f: BeginFacts) => boolean) => granted.filter(of).length;
      for (const user_id of [0, 1]) {
        const isOf = (f: BeginFacts) => f.account.user_id === user_id;
        assert.ok(count(isOf) <= Math.max(0, cap.account - 9));
        for (const id of [10 * user_id + 1, 10 * user_id + 2])
          assert.ok(count((f) => isOf(f) && f.campaign.id === id) <= Math.max(0, cap.campaign - 4));
        for (const person of ['p0', 'p1', 'p2']) {
          const most = isNeverTwice ? 1 : 3 - ledger.unreplied;
          assert.ok(count((f) => isOf(f) && f.person.recipient === person) <= most);
        }
      }
      // Each day's count is what was begun before and what is granted now.
      for (const { user_id, campaign_id, begun } of days) {
        const isOf = (f: BeginFacts) =>
          f.account.user_id === user_id && (campaign_id === 0 || f.campaign.id === campaign_id);
        assert.equal(begun, (campaign_id === 0 ? 9 : 4) + count(isOf));
      }
    }),
    { numRuns: 500 },
  );
});

test('a test goes to a name that was messaged and replied', () => {
  const asTest = ofCampaign({ id: 1_000_000_007 })(ofLease({ held_by: 1_000_000_007 })(facts));
  const known = ofLedger({
    last_messaged_at: NOW - DAY,
    replied_at: NOW - SECOND,
    begun: { 6: { at: NOW / 1000 } },
  })(asTest);
  assert.equal(judge(known).answer, 'granted');
  assert.equal(judge(ofPerson({ is_on_do_not_contact: true })(known)).answer, 'do_not_contact');
});

test('in a follow-up only what was sent since its message counts', () => {
  const follows_at = NOW - 3 * DAY;
  const followUp = ofPerson({ follows_at })(ofCampaign({ is_follow_up: true })(facts));
  const since = (last_messaged_at: number) =>
    judge(ofLedger({ last_messaged_at, replied_at: null })(followUp));
  assert.equal(since(follows_at).answer, 'granted');
  assert.deepEqual(since(follows_at + 1).change, {
    state: 'skipped',
    action: 'skipped',
    log_reason: { kind: 'messaged', is_meanwhile: true, day: '2026-10-30' },
  });
  // As the ledger has the moment in seconds, of a message of which nobody knows whether it arrived.
  const unclear = { 4: { at: follows_at / 1000, unclear: true } };
  assert.equal(judge(ofLedger({ begun: unclear, replied_at: null })(followUp)).answer, 'granted');
});

test('a message under way keeps others to its person waiting, as far as setting and budget say', () => {
  const underWay = (change: Partial<Settings>, entry: object = {}) =>
    ofSettings({ never_twice_days: null, ...change })(
      ofLedger({ begun: { 6: { at: NOW / 1000 - 20, ...entry } } })(facts),
    );
  const waits = { answer: 'messaged', change: { state: 'waiting', retry_at: NOW + 30 * SECOND } };
  assert.deepEqual(judge(underWay({ never_twice_days: 30 })), waits);
  assert.deepEqual(judge(underWay({ budget: 2 })), waits);
  assert.equal(judge(underWay({ budget: 3 })).answer, 'granted');
  assert.equal(judge(underWay({ budget: null })).answer, 'granted');
  // Nobody knows whether it arrived: its report may come any time later.
  assert.equal(judge(underWay({ budget: 2 }, { unclear: true })).answer, 'granted');
  const followUp = ofPerson({ follows_at: NOW - DAY })(
    ofCampaign({ is_follow_up: true })(underWay({ budget: null })),
  );
  assert.deepEqual(judge(followUp), waits);
});

test("another user's begin for the same name keeps nobody waiting", () => {
  const { verdicts } = judgeBegins([facts, ofAccount({ user_id: 2 })(facts)], NOW);
  assert.deepEqual(
    verdicts.map(({ answer }) => answer),
    ['granted', 'granted'],
  );
});
