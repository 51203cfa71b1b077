import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { firstMomentAfter, localTime } from '../local-time.ts';
import { CLAIM_MS, mayClaimAt } from '../open-hours.ts';
import type { WeekMinutes } from '../sending-hours.ts';
import { PLAIN_PROFILE, PLAIN_SETTINGS } from '../testing/plain-facts.ts';
import { LAST_CAMPAIGN_ID } from '../tests.ts';
import { allowedAt, type CampaignTimes, profileAllowedAt } from './allowed-at.ts';
import { begunOn, hasRoom, hereOf } from './caps.ts';
import type { PacedProfile, Settings } from './facts.ts';
import { isBeforeLast, isCountingDown, timesOf } from './time.ts';
import { timeJudge } from './time-wait.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Havana',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Asia/Beirut',
];
/** Days around which clocks are changed in some of them. */
const STARTS = [
  '2027-03-27T20:00Z',
  '2026-10-24T20:00Z',
  '2026-11-01T02:00Z',
  '2027-04-03T10:00Z',
  '2026-12-30T20:00Z',
];
const NOON = Date.parse('2026-11-26T12:00Z');

const times: CampaignTimes = {
  account: { zone: 'UTC', settings: PLAIN_SETTINGS },
  campaign: { id: 1, countdown_until: null, not_after: null, hours: null, cap_day: null },
  account_day: null,
  campaign_day: null,
};

/** Whether every rule of time lets a profile be given something at a moment, each asked by itself. */
function isAllowed(of: CampaignTimes, paced: PacedProfile, ms: number): boolean {
  const { account, campaign, account_day, campaign_day } = of;
  const here = hereOf(account.zone, ms);
  const days = [
    [account.settings.cap_day, account_day],
    [campaign.cap_day, campaign_day],
  ] as const;
  return (
    !isCountingDown(campaign, ms) &&
    isBeforeLast(campaign, ms + CLAIM_MS) &&
    mayClaimAt(timesOf(account, campaign), ms) &&
    days.every(([cap, day]) => cap === null || day === null || begunOn(day, here) < cap) &&
    hasRoom(paced, account.settings, here)
  );
}

const cap = fc.option(fc.integer({ min: 1, max: 3 }));
/** The same on each day. */
const hours: fc.Arbitrary<WeekMinutes | null> = fc.option(
  fc
    .record({ from: fc.nat({ max: 600 }), length: fc.integer({ min: 2, max: 839 }) })
    .map(({ from, length }) =>
      Array.from({ length: 7 }, (_, day): [number, number] => [
        day * 1440 + from,
        day * 1440 + from + length,
      ]),
    ),
);

/** What may be drawn of an account, a campaign and a profile around a moment. */
const drawn = fc
  .record({ start: fc.constantFrom(...STARTS), ahead: fc.nat({ max: DAY }), zone: fc.constantFrom(...ZONES) })
  .chain(({ start, ahead, zone }) => {
    const now = Date.parse(start) + ahead;
    const at = (...offsets: number[]) => fc.constantFrom(...offsets.map((offset) => now + offset));
    // No counter of a day after tomorrow is believed.
    const today = Date.parse(localTime(now, zone).day);
    const day = fc
      .constantFrom(-1, 0, 0, 1)
      .map((days) => new Date(today + days * DAY).toISOString().slice(0, 10));
    const begun = fc.record({ day, begun: fc.nat({ max: 3 }), counted_at: fc.option(at(-HOUR, 0)) });
    const quiet = day.map((from) => [{ from, to: from }]);
    return fc.record({
      now: fc.constant(now),
      times: fc.record({
        account: fc.record({
          zone: fc.constant(zone),
          settings: fc
            .record({
              hours,
              quiet_dates: fc.oneof(fc.constant([]), quiet),
              cap_day: cap,
              profile_cap_hour: cap,
              profile_cap_day: cap,
            })
            .map((own): Settings => ({ ...PLAIN_SETTINGS, ...own })),
        }),
        campaign: fc.record({
          id: fc.constant(1),
          countdown_until: fc.option(at(-1, 1, MINUTE, 2 * MINUTE)),
          not_after: fc.option(at(CLAIM_MS + 1, 8 * HOUR, 3 * DAY)),
          hours,
          cap_day: cap,
        }),
        account_day: begun,
        campaign_day: begun,
      }),
      profile: fc.record({
        cap_hour: cap,
        cap_day: cap,
        warm_up_day: fc.option(fc.constantFrom(0, 1, 19, 20)),
        slow_until: fc.option(at(-1, 1, HOUR, DAY)),
        counted_day: fc.option(day),
        begun_today: fc.nat({ max: 4 }),
        counted_hour: fc.option(at(-HOUR, 0, 0, HOUR).map((ms) => localTime(ms, zone).hour)),
        begun_this_hour: fc.nat({ max: 4 }),
        counted_at: fc.option(at(-HOUR, 0)),
      }),
    });
  });

test('a profile is allowed at the moment that is found and refused at every one before', () => {
  const found = { later: 0, never: 0 };
  fc.assert(
    fc.property(drawn, ({ now, times: of, profile: paced }) => {
      const ofCampaign = allowedAt(of, now);
      const at = profileAllowedAt(paced, of, { ofCampaign, now });
      assert.ok(at >= ofCampaign);
      if (at > now) found[Number.isFinite(at) ? 'later' : 'never'] += 1;
      if (Number.isFinite(at)) assert.ok(isAllowed(of, paced, at), 'refused then');
      // The end of half may let go earlier than the hour or the day of a cap does.
      const free = paced.slow_until !== null && paced.slow_until > now ? paced.slow_until : at;
      const until = Math.min(at, free, now + DAY);
      for (let ms = now; ms < until; ms = Math.floor(ms / MINUTE) * MINUTE + MINUTE)
        assert.ok(!isAllowed(of, paced, ms), new Date(ms).toISOString());
    }),
    { numRuns: 300 },
  );
  assert.ok(found.later > 40 && found.never > 20, JSON.stringify(found));
});

test('the end of a countdown, and half that ends, are moments of their own', () => {
  const counting = { ...times, campaign: { ...times.campaign, countdown_until: NOON + MINUTE } };
  assert.equal(allowedAt(counting, NOON), NOON + MINUTE);
  const slow = {
    ...PLAIN_PROFILE,
    cap_day: 4,
    counted_day: '2026-11-26',
    begun_today: 2,
    slow_until: NOON + HOUR,
  };
  assert.equal(profileAllowedAt(slow, times, { ofCampaign: NOON, now: NOON }), NOON + HOUR);
  const full = { ...slow, begun_today: 4 };
  const midnight = Date.parse('2026-11-27T00:00Z');
  assert.equal(profileAllowedAt(full, times, { ofCampaign: NOON, now: NOON }), midnight);
  // Then it is asked again whether the campaign may.
  const last = { ...times, campaign: { ...times.campaign, not_after: midnight } };
  assert.equal(profileAllowedAt(full, last, { ofCampaign: NOON, now: NOON }), Number.POSITIVE_INFINITY);
});

test('a test goes at any time, below the caps', () => {
  const closed = { ...PLAIN_SETTINGS, hours: [], cap_day: 1 };
  const of = {
    ...times,
    account: { zone: 'UTC', settings: closed },
    campaign: { ...times.campaign, id: LAST_CAMPAIGN_ID + 1 },
  };
  assert.equal(allowedAt(of, NOON), NOON);
  const account_day = { day: '2026-11-26', begun: 1, counted_at: NOON };
  assert.equal(allowedAt({ ...of, account_day }, NOON), Date.parse('2026-11-27T00:00Z'));
});

test('a later hour and a later day begin where the clock first shows them', () => {
  for (const zone of ZONES)
    for (const start of STARTS) {
      const begins = Date.parse(start);
      const { hour, day } = localTime(begins, zone);
      for (const [of, length] of [
        [hour, hour.length],
        [`${day}T23`, day.length],
      ] as const) {
        let ms = begins;
        while (localTime(ms, zone).hour.slice(0, length) <= of.slice(0, length)) ms += MINUTE;
        assert.equal(firstMomentAfter(of, zone), ms, `${zone} after ${of}`);
      }
    }
  // An hour that comes twice is one.
  assert.equal(firstMomentAfter('2026-10-25T02', 'Europe/Berlin'), Date.parse('2026-10-25T02:00Z'));
  assert.equal(firstMomentAfter('2027-03-28T01', 'Europe/Berlin'), Date.parse('2027-03-28T01:00Z'));
});

test('the rule of time that keeps a profile from sending is the first that does', () => {
  const judge = (of: CampaignTimes, paced: PacedProfile = PLAIN_PROFILE) => timeJudge(of, NOON)(paced);
  const withSettings = (own: Partial<Settings>) => ({
    ...times,
    account: { zone: 'UTC', settings: { ...PLAIN_SETTINGS, ...own } },
  });
  const midnight = Date.parse('2026-11-27T00:00Z');
  const day = { day: '2026-11-26', begun: 3, counted_at: NOON };
  assert.deepEqual(judge(times), { at: NOON, rule: null });
  const never = withSettings({ hours: [[0, 60]], cap_day: 3 });
  assert.deepEqual(judge({ ...never, campaign: { ...times.campaign, hours: [[60, 90]] } }).rule, {
    kind: 'never',
    until: null,
  });
  // A Thursday; the week begins on Monday.
  const thursday = 3 * 1440;
  const evening = withSettings({ hours: [[thursday + 1080, thursday + 1200]], cap_day: 3 });
  assert.deepEqual(judge({ ...evening, account_day: day }).rule?.kind, 'hours');
  const quiet = (from: string) => judge(withSettings({ quiet_dates: [{ from, to: from }] })).rule;
  assert.deepEqual(quiet('2026-11-26'), { kind: 'quiet_date', day: '2026-11-26', until: midnight });
  assert.equal(quiet('2026-11-27'), null);
  const capped = { ...withSettings({ cap_day: 3, profile_cap_hour: 2 }), account_day: day };
  assert.deepEqual(judge(capped).rule, { kind: 'cap_account', cap: 3, until: midnight });
  const own = { ...times, campaign: { ...times.campaign, cap_day: 2 }, campaign_day: day };
  assert.deepEqual(judge(own).rule, { kind: 'cap_campaign', cap: 2, until: midnight });
  const full = { ...PLAIN_PROFILE, cap_hour: 2, counted_hour: '2026-11-26T12', begun_this_hour: 2 };
  assert.deepEqual(judge(times, full).rule, {
    kind: 'cap_profiles',
    reached: { per: 'hour', cap: 2, begun: 2 },
    until: NOON + HOUR,
  });
  // No page names a countdown or a last moment as a wait.
  const over = { ...times, campaign: { ...times.campaign, not_after: NOON } };
  assert.deepEqual(judge(over), { at: Number.POSITIVE_INFINITY, rule: null });
});

test('a quiet date that begins within the lease names its own day', () => {
  const late = Date.parse('2026-11-26T23:58Z');
  const quiet = { ...PLAIN_SETTINGS, quiet_dates: [{ from: '2026-11-27', to: '2026-11-27' }] };
  const { rule } = timeJudge({ ...times, account: { zone: 'UTC', settings: quiet } }, late)(PLAIN_PROFILE);
  assert.deepEqual(rule, { kind: 'quiet_date', day: '2026-11-27', until: Date.parse('2026-11-28T00:00Z') });
});
