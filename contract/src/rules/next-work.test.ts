import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  PLAIN_ACCOUNT,
  PLAIN_CAMPAIGN,
  PLAIN_PROFILE,
  PLAIN_RUNNING,
  PLAIN_SETTINGS,
  UNKNOWN_PERSON,
} from '../testing/plain-facts.ts';
import { type Candidate, claim, keyOfLine } from './claim.ts';
import type { ClaimFacts, Running } from './due-senders.ts';
import type { RunningCampaign, Sender } from './facts.ts';
import { findNextWork } from './next-work.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Facts = ClaimFacts & { has_others: boolean };

/** A campaign, whether its line has people, and when somebody of it is tried again. */
interface Drawn {
  running: Running<Sender, RunningCampaign>;
  has_line: boolean;
  retry_at: number | null;
}

interface Scene {
  facts: Facts;
  campaigns: Drawn[];
}

const ahead = (...moments: number[]) =>
  fc.option(fc.constantFrom(...moments.map((at) => NOW + at)), { freq: 2 });
const day = fc.record({
  day: fc.constantFrom('2026-11-01', '2026-11-02'),
  begun: fc.integer({ min: 0, max: 4 }),
  counted_at: fc.constant(NOW - MINUTE),
});
const cap = fc.option(fc.integer({ min: 1, max: 5 }), { freq: 1 });
// From Monday 0:00, in minutes: some are open now, some later, and one so short that nobody is ever handed out.
const hours = fc.constantFrom(
  null,
  null,
  [[0, 600]],
  [[560, 700]],
  [[541, 700]],
  [[0, 540]],
  [[2000, 2100]],
  [[600, 601]],
);

const sender = (id: number): fc.Arbitrary<Sender> =>
  fc
    .record({
      is_active: fc.constantFrom(true, true, true, false),
      cap_hour: cap,
      cap_day: cap,
      warm_up_day: fc.option(fc.integer({ min: 0, max: 3 })),
      slow_until: ahead(-MINUTE, 10 * MINUTE, DAY),
      counted: day,
      agent_id: fc.constantFrom(null, 1, 1, 2),
      is_at_work: fc.constantFrom(true, false, false, false),
      next_send_at: ahead(-MINUTE, SECOND, 2 * MINUTE),
      fault_until: ahead(-MINUTE, 10 * MINUTE),
    })
    .map(({ is_active, cap_hour, cap_day, warm_up_day, slow_until, counted, ...own }) => ({
      ...own,
      own_cursor: 0,
      profile: {
        ...PLAIN_PROFILE,
        ...{ id, is_active, cap_hour, cap_day, warm_up_day, slow_until },
        counted_day: counted.day,
        begun_today: counted.begun,
        counted_hour: `${counted.day}T09`,
        begun_this_hour: counted.begun,
        counted_at: counted.counted_at,
      },
    }));

const drawnCampaign = (id: number): fc.Arbitrary<Drawn> =>
  fc
    .record({
      senders: fc.tuple(...[1, 2].map((nth) => sender(10 * id + nth))),
      countdown_until: ahead(-SECOND, SECOND, 5 * SECOND),
      not_after: ahead(HOUR, DAY),
      hours,
      cap_day: cap,
      day,
      has_line: fc.boolean(),
      retry_at: ahead(SECOND, 10 * MINUTE, 2 * HOUR),
    })
    .map(({ senders, has_line, retry_at, day: begun, ...own }) => ({
      running: {
        ...PLAIN_RUNNING,
        campaign: { ...PLAIN_CAMPAIGN, id, ...own },
        day: own.cap_day === null ? null : begun,
        handed_out: 0,
        senders,
      },
      has_line,
      retry_at,
    }));

const drawn: fc.Arbitrary<Scene> = fc
  .record({
    campaigns: fc.tuple(drawnCampaign(5), drawnCampaign(6)),
    hours,
    is_quiet_date: fc.constantFrom(true, false, false),
    minutes_ahead: fc.constantFrom(0, 330, -600),
    cap_day: cap,
    day,
    any_machine: fc.boolean(),
    has_others: fc.boolean(),
  })
  .map(({ campaigns, is_quiet_date, minutes_ahead, day: begun, hours: open, cap_day, ...own }) => ({
    campaigns,
    facts: {
      ...own,
      account: {
        ...PLAIN_ACCOUNT,
        zone: { changes: [], ahead: [minutes_ahead] },
        settings: {
          ...PLAIN_SETTINGS,
          hours: open,
          quiet_dates: is_quiet_date ? [{ from: '2026-11-02', to: '2026-11-02' }] : [],
          cap_day,
        },
      },
      running: campaigns.map(({ running }) => running),
      day: cap_day === null ? null : begun,
      handed_out: 0,
      agent_id: 1,
      capacity: 4,
    },
  }));

const somebody = (id: number, delivery: Candidate['delivery']): Candidate => ({
  id,
  position: id,
  status: 'pending',
  held_by: null,
  person: { ...UNKNOWN_PERSON, recipient: `name${id}` },
  fields: null,
  source: null,
  delivery,
});

/** How many a claim at the moment hands out. */
function claimAt({ facts, campaigns }: Scene, at: number): number {
  const lines = new Map(
    campaigns.flatMap(({ running: { campaign }, has_line, retry_at }) => {
      const isDue = retry_at !== null && retry_at <= at;
      const line = has_line ? [1, 2].map((nth) => somebody(10 * campaign.id + nth, null)) : [];
      const retries = isDue ? [somebody(10 * campaign.id, { is_settled: false, blanks: null })] : [];
      return [line, retries].map((people, nth) => [
        keyOfLine({ campaign_id: campaign.id, whose: null, is_retry: nth === 1 }),
        { people, is_end: true },
      ]);
    }),
  );
  const claimed = claim(facts, lines, at);
  assert.ok('chosen' in claimed);
  return claimed.chosen.length;
}

/** What a work call at the moment is told; of those who are tried again it knows the ones that are not due. */
function askAt({ facts, campaigns }: Scene, at: number) {
  const running = campaigns.map(({ running: one, retry_at }) => ({
    ...one,
    next_retry_at: retry_at !== null && retry_at > at ? retry_at : null,
  }));
  return findNextWork({ ...facts, running }, at);
}

const each = (check: (scene: Scene) => void, numRuns = 1_000) =>
  fc.assert(fc.property(drawn, check), { numRuns });

test('no claim before the moment of the next work hands anybody out, and one at such a moment does, or none ever', () => {
  const met = { found: 0, never: 0 };
  each((scene) => {
    let at = NOW;
    for (let asks = 0; claimAt(scene, at) === 0; asks += 1) {
      assert.ok(asks < 30, 'it asks without end');
      const next = askAt(scene, at).next_at;
      const until = next ?? at + 20 * DAY;
      assert.ok(until > at, 'it asks again at once');
      for (const part of [0.001, 0.1, 0.3, 0.5, 0.7, 0.9])
        assert.equal(claimAt(scene, Math.floor(at + part * (until - at))), 0, `${part} of ${until - at}`);
      assert.equal(claimAt(scene, until - 1), 0, 'just before');
      // Hours open again each week, whether anybody is left or not.
      if (next === null || next > NOW + 20 * DAY) {
        met.never += 1;
        return;
      }
      at = next;
    }
    met.found += 1;
  });
  assert.ok(met.found > 200 && met.never > 100, JSON.stringify(met));
});

test('an agent is quiet only if the rules of time alone keep all of its profiles, and then it is', () => {
  const met = { quiet: 0, loud: 0 };
  each((scene) => {
    const { facts, campaigns } = scene;
    const { next_at, is_quiet } = askAt(scene, NOW);
    const isOwn = ({ profile, agent_id }: Sender) =>
      profile.is_active && (facts.any_machine || agent_id === null || agent_id === facts.agent_id);
    const own = facts.running.flatMap(({ senders }) => senders.filter(isOwn));
    const free = campaigns.map((one) => ({
      ...one,
      has_line: true,
      running: {
        ...one.running,
        senders: one.running.senders.map((by) => ({
          ...by,
          is_at_work: false,
          next_send_at: null,
          fault_until: null,
        })),
      },
    }));
    const ofTime =
      claimAt({ facts: { ...facts, running: free.map(({ running }) => running) }, campaigns: free }, NOW) ===
      0;
    if (is_quiet) {
      assert.ok(ofTime && next_at !== null);
      met.quiet += 1;
    } else if (next_at !== null && own.length > 0) {
      assert.ok(!ofTime || own.some(({ is_at_work }) => is_at_work));
      met.loud += 1;
    }
    // Few of them are loud.
  }, 3_000);
  assert.ok(met.quiet > 50 && met.loud > 50, JSON.stringify(met));
});
