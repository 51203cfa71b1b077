import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  PLAIN_ACCOUNT,
  PLAIN_CAMPAIGN,
  PLAIN_PROFILE,
  PLAIN_RUNNING,
  PLAIN_SENDER,
  PLAIN_SETTINGS,
  UNKNOWN_PERSON,
} from '../testing/plain-facts.ts';
import { type Candidate, type Claim, claim, keyOfLine } from './claim.ts';
import type { ClaimFacts, Running } from './due-senders.ts';
import type { Account, Campaign, RunningCampaign, Sender, Settings } from './facts.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const SECOND = 1000;
const DAY = 86_400 * SECOND;
const FIRST_TEST = 1_000_000_001;

/** A claim for one profile of one campaign: nothing stands against it. */
const facts: ClaimFacts = {
  account: PLAIN_ACCOUNT,
  running: [{ ...PLAIN_RUNNING, senders: [PLAIN_SENDER] }],
  day: null,
  handed_out: null,
  agent_id: 1,
  any_machine: false,
  capacity: 3,
};

type Break = (f: ClaimFacts) => ClaimFacts;
const ofAccount =
  (change: Partial<Account>): Break =>
  (f) => ({ ...f, account: { ...f.account, ...change } });
const ofSettings = (change: Partial<Settings>): Break =>
  ofAccount({ settings: { ...PLAIN_SETTINGS, ...change } });
const ofRunning =
  (change: Partial<Running<Sender, RunningCampaign>>): Break =>
  (f) => ({ ...f, running: f.running.map((one) => ({ ...one, ...change })) });
const ofCampaign = (change: Partial<Campaign>): Break =>
  ofRunning({ campaign: { ...PLAIN_CAMPAIGN, ...change } });
const ofSender = (change: Partial<Sender>): Break => ofRunning({ senders: [{ ...PLAIN_SENDER, ...change }] });
const ofProfile = (change: Partial<Sender['profile']>): Break =>
  ofSender({ profile: { ...PLAIN_PROFILE, ...change } });

const ADA: Candidate = {
  id: 1,
  position: 1,
  status: 'pending',
  held_by: null,
  person: UNKNOWN_PERSON,
  fields: null,
  source: null,
  delivery: null,
};

/** A claim of a campaign with this line, and with these who are due to be tried again. */
function claimOf(given: ClaimFacts, line: Candidate[], retries: Candidate[] = []) {
  const lines = new Map(
    given.running.flatMap(({ campaign }) =>
      [line, retries].map((people, nth) => [
        keyOfLine({ campaign_id: campaign.id, whose: null, is_retry: nth === 1 }),
        { people, is_end: true },
      ]),
    ),
  );
  const claimed = claim(given, lines, NOW);
  assert.ok('chosen' in claimed);
  return claimed;
}

const namesOf = ({ chosen }: Claim<Sender, RunningCampaign>) => chosen.map(({ recipient }) => recipient);

test('whoever is next is handed out', () => {
  assert.deepEqual(namesOf(claimOf(facts, [ADA])), ['ada']);
});

/** What keeps an account, a campaign or a profile from being given anything. */
const OBSTACLES: Record<string, Break> = {
  'a subscription that has ended': ofAccount({ subscription_end: NOW }),
  'a disabled account': ofAccount({ is_active: false }),
  'a restored database': ofAccount({ is_frozen: true }),
  'the hours': ofSettings({ hours: [[0, 540]] }),
  'hours that end within the lease': ofSettings({ hours: [[0, 542]] }),
  'a quiet date': ofSettings({ quiet_dates: [{ from: '2026-11-02', to: '2026-11-02' }] }),
  'the hours of the campaign': ofCampaign({ hours: [[0, 540]] }),
  'the last moment of the campaign': ofCampaign({ not_after: NOW + 60 * SECOND }),
  'a start that can be undone': ofCampaign({ countdown_until: NOW + 5 * SECOND }),
  'links that lead nowhere': ofCampaign({ is_public: false }),
  'an import that is being undone': ofRunning({ is_undoing: true }),
  'a profile that is switched off': ofProfile({ is_active: false }),
  'a profile that is signed out': ofProfile({ is_signed_out: true }),
  'a profile at its cap': ofProfile({ cap_day: 0 }),
  'a profile at work': ofSender({ is_at_work: true }),
  'a profile of another machine': ofSender({ agent_id: 2 }),
  'a pause': ofSender({ next_send_at: NOW + SECOND }),
  'a rest because Firefox could not start': ofSender({ fault_until: NOW + 60 * SECOND }),
};

for (const [obstacle, break_] of Object.entries(OBSTACLES))
  test(`nobody is handed out, and nobody passed over: ${obstacle}`, () => {
    const { chosen, passed_over, over, cursors } = claimOf(break_(facts), [ADA]);
    assert.deepEqual(
      { chosen, passed_over, over, cursors },
      { chosen: [], passed_over: [], over: [], cursors: [] },
    );
  });

test('a pause, a rest and a countdown that a wrong clock set hold nobody', () => {
  for (const break_ of [
    ofSender({ next_send_at: NOW + DAY }),
    ofSender({ fault_until: NOW + DAY }),
    ofCampaign({ countdown_until: NOW + DAY }),
  ])
    assert.deepEqual(namesOf(claimOf(break_(facts), [ADA])), ['ada']);
});

test('a script works the profiles of all machines', () => {
  const ofOther = ofSender({ agent_id: 2 })(facts);
  assert.deepEqual(namesOf(claimOf({ ...ofOther, any_machine: true }, [ADA])), ['ada']);
});

test('a test goes at any time, also to whom a campaign would leave alone', () => {
  const known = {
    ...ADA,
    held_by: null,
    person: {
      ...UNKNOWN_PERSON,
      ledger: { last_messaged_at: NOW - DAY, begun: {}, replied_at: NOW - DAY, unreplied: 9 },
    },
  };
  const asked = ofSettings({ hours: [[0, 540]], never_twice_days: 30, hears_replies: true, budget: 1 })(
    facts,
  );
  assert.deepEqual(namesOf(claimOf(ofCampaign({ id: FIRST_TEST })(asked), [known])), ['ada']);
});

test('whoever has a row of the campaign had their turn in the line', () => {
  const known = { ...ADA, delivery: { is_settled: false, blanks: null } };
  const { chosen, passed_over, over } = claimOf(facts, [known, { ...ADA, id: 2, position: 2 }]);
  assert.deepEqual(
    chosen.map(({ recipient_id }) => recipient_id),
    [2],
  );
  assert.deepEqual([passed_over, over], [[], []]);
  const many = Array.from({ length: 600 }, (_, place) => ({ ...known, id: place, position: place + 1 }));
  assert.deepEqual(claimOf(facts, many).cursors, [{ campaign_id: 5, whose: null, cursor: 500 }]);
});

test('whom another campaign has is looked at again soon', () => {
  assert.deepEqual(claimOf(facts, [{ ...ADA, held_by: 6 }]).passed_over, [
    { campaign_id: 5, recipient_id: 1, change: { state: 'waiting', retry_at: NOW + 30 * SECOND } },
  ]);
});

test('a line goes on behind its cursor, and from its start where an older version left people behind it', () => {
  const after = (given: ClaimFacts) => {
    const read = claim(given, new Map(), NOW);
    return 'chosen' in read ? undefined : read[0]?.after;
  };
  assert.equal(after(ofRunning({ cursor: 40 })(facts)), 40);
  assert.equal(after(ofRunning({ cursor: 40, is_reread: true })(facts)), 0);
});

test('whoever is tried again has left where a later campaign may have them, unless their owner settled it', () => {
  const retry = (position: number, is_settled: boolean) =>
    claimOf(facts, [], [{ ...ADA, position, delivery: { is_settled, blanks: null } }]);
  const { mark } = PLAIN_RUNNING;
  assert.deepEqual(namesOf(retry(mark, false)), ['ada']);
  assert.deepEqual(namesOf(retry(mark + 1, true)), ['ada']);
  assert.deepEqual(retry(mark + 1, false).passed_over, [
    {
      campaign_id: 5,
      recipient_id: 1,
      change: { state: 'skipped', action: 'skipped', log_reason: { kind: 'gone' } },
    },
  ]);
});

test('a text is filled with the values of now, and again with those of a message that was begun', () => {
  const given = ofCampaign({ parts: ['Hello from ', { name: 'city', field: 2 }] })(facts);
  const valuesOf = ({ chosen }: Claim<Sender, RunningCampaign>) => chosen.map(({ blanks }) => blanks);
  const reasonsOf = ({ passed_over }: Claim<Sender, RunningCampaign>) =>
    passed_over.map(({ change }) => change.log_reason);
  const rome = { ...ADA, fields: { 2: 'Rome' } };
  const unfilled = [{ kind: 'unfilled', blank: 'city' }];
  assert.deepEqual(valuesOf(claimOf(given, [rome])), [{ 2: 'Rome' }]);
  assert.deepEqual(reasonsOf(claimOf(given, [ADA])), unfilled);
  const again = (one: Candidate, blanks: Record<string, string> | null) =>
    claimOf(given, [], [{ ...one, delivery: { is_settled: false, blanks } }]);
  assert.deepEqual(valuesOf(again(rome, { 2: 'Oslo' })), [{ 2: 'Oslo' }]);
  assert.deepEqual(valuesOf(again(rome, null)), [{ 2: 'Rome' }]);
  assert.deepEqual(reasonsOf(again(ADA, null)), unfilled);
});

test('without a stop link of their own nobody is handed out', () => {
  const given = ofCampaign({ parts: ['No more: ', { name: 'link', field: 'optout' }], is_public: true })(
    facts,
  );
  assert.deepEqual(namesOf(claimOf(given, [ADA])), []);
  assert.deepEqual(
    namesOf(claimOf(ofRunning({ ...given.running[0], stop_link: 'https://a.example/s/aaaa' })(given), [ADA])),
    ['ada'],
  );
});
