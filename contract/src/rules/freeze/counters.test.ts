import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PLAIN_PROFILE } from '../../testing/plain-facts.ts';
import {
  begunOn,
  begunThisHour,
  begunToday,
  countedDay,
  countGrant,
  countOnDay,
  hereOf,
  slowDay,
} from '../caps.ts';
import type { Profile, SendingDay } from '../facts.ts';
import { type CounterFacts, countForgotten, type ForgottenGrant, recountToday } from './counters.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ZONES = [
  'UTC',
  'America/Havana',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
/** Around midnights and changes of the clock in some of them. */
const moments = fc
  .tuple(
    fc.constantFrom(
      '2026-10-25T00:30Z',
      '2026-11-01T05:00Z',
      '2026-12-31T11:00Z',
      '2027-03-27T22:00Z',
      '2027-04-03T15:30Z',
    ),
    fc.integer({ min: -180, max: 180 }),
  )
  .map(([about, minutes]) => Date.parse(about) + minutes * MINUTE);
const zone = fc.constantFrom(...ZONES);
/** How long before now: mostly within the day. */
const ages = fc.oneof(fc.nat({ max: HOUR }), fc.nat({ max: DAY }), fc.nat({ max: 5 * DAY }));

const PROFILES = [1, 2];
const CAMPAIGNS = [5, 6];
const grantsOf = (now: number) =>
  fc.array(
    fc.record({
      campaign_id: fc.constantFrom(...CAMPAIGNS),
      profile_id: fc.option(fc.constantFrom(...PROFILES)),
      at: ages.map((age) => now - age),
    }),
    { maxLength: 8 },
  );

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const hourText = (ms: number) => new Date(ms).toISOString().slice(0, 13);
/** As any clock, right or wrong, and any zone of before may have left them. */
const countedAround = (now: number) =>
  fc.option(fc.integer({ min: -2 * DAY, max: 2 * DAY }).map((ms) => now + ms));
const profileAround = (id: number, now: number): fc.Arbitrary<Profile> =>
  fc
    .record({
      counted_day: fc.option(fc.integer({ min: -3, max: 3 }).map((days) => dayText(now + days * DAY))),
      begun_today: fc.nat({ max: 9 }),
      counted_hour: fc.option(fc.integer({ min: -40, max: 40 }).map((hours) => hourText(now + hours * HOUR))),
      begun_this_hour: fc.nat({ max: 9 }),
      counted_at: countedAround(now),
      warm_up_day: fc.option(fc.integer({ min: 0, max: 20 })),
    })
    .map((own) => ({ ...PLAIN_PROFILE, id, ...own }));
const dayAround = (campaign_id: number, now: number) =>
  fc.record(
    {
      campaign_id: fc.constant(campaign_id),
      day: fc.integer({ min: -3, max: 3 }).map((days) => dayText(now + days * DAY)),
      begun: fc.nat({ max: 9 }),
      counted_at: countedAround(now),
    },
    { noNullPrototype: true },
  );

interface Scene {
  facts: CounterFacts;
  grants: ForgottenGrant[];
  now: number;
}
const scenes: fc.Arbitrary<Scene> = fc.tuple(moments, zone).chain(([now, ofUser]) =>
  fc.record({
    now: fc.constant(now),
    grants: grantsOf(now),
    facts: fc.record({
      zone: fc.constant(ofUser),
      profiles: fc.tuple(
        ...PROFILES.map((id) =>
          fc.record({
            profile: profileAround(id, now),
            days: fc.uniqueArray(fc.integer({ min: -5, max: 1 }).map((days) => dayText(now + days * DAY))),
          }),
        ),
      ),
      sending_days: fc.tuple(...[0, ...CAMPAIGNS].map((campaign_id) => dayAround(campaign_id, now))),
    }),
  }),
);

test('each message that is told adds one to the hour and the day of now in which it was sent, and to no other', () => {
  let counted = 0;
  fc.assert(
    fc.property(scenes, ({ facts, grants, now }) => {
      const here = hereOf(facts.zone, now);
      const told = grants.map((grant) => ({ ...grant, ...hereOf(facts.zone, grant.at) }));
      const written = countForgotten(grants, facts, now);
      for (const [place, { profile }] of facts.profiles.entries()) {
        const after = { ...profile, ...written.profiles[place] };
        const own = told.filter(({ profile_id }) => profile_id === profile.id);
        const today = own.filter(({ day }) => day >= here.day).length;
        assert.equal(begunToday(after, here) - begunToday(profile, here), today);
        const thisHour = own.filter(({ hour }) => hour >= here.hour).length;
        assert.equal(begunThisHour(after, here) - begunThisHour(profile, here), thisHour);
        assert.equal(after.counted_at, profile.counted_at);
        counted += today;
      }
      for (const [place, day] of facts.sending_days.entries()) {
        const after = written.sending_days[place] as SendingDay;
        const own = told.filter(
          ({ campaign_id }) => day.campaign_id === 0 || day.campaign_id === campaign_id,
        );
        const today = own.filter((one) => one.day >= here.day).length;
        assert.equal(begunOn(after, here) - begunOn(day, here), today);
        assert.equal(after.counted_at, day.counted_at);
      }
    }),
    { numRuns: 600 },
  );
  assert.ok(counted > 500);
});

test('what is told one by one, once the days have it, counts as what is told at once', () => {
  fc.assert(
    fc.property(scenes, ({ facts, grants, now }) => {
      const inOrder = grants.toSorted((one, other) => one.at - other.at);
      let told = facts;
      for (const grant of inOrder) {
        const { profiles, sending_days } = countForgotten([grant], told, now);
        const { day } = hereOf(facts.zone, grant.at);
        const days = (place: number) => told.profiles[place]?.days ?? [];
        told = {
          ...told,
          sending_days,
          profiles: profiles.map((profile, place) => ({
            profile,
            days: profile.id === grant.profile_id ? [...days(place), day] : days(place),
          })),
        };
      }
      const { profiles, sending_days } = countForgotten(grants, facts, now);
      assert.deepEqual(
        told.profiles.map(({ profile }) => profile),
        profiles,
      );
      assert.deepEqual(told.sending_days, sending_days);
    }),
    { numRuns: 300 },
  );
});

test('a copy that is told all grants of a day has the counters that the forgotten ones left', () => {
  const steps = fc.array(fc.nat({ max: 300 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(
      moments,
      zone,
      steps,
      fc.option(fc.integer({ min: 0, max: 20 })),
      (start, ofUser, minutes, warm_up_day) => {
        let at = start;
        let profile: Profile = { ...PLAIN_PROFILE, warm_up_day };
        let sent: SendingDay = { ...hereOf(ofUser, start), begun: 0, counted_at: null };
        const grants: ForgottenGrant[] = [];
        for (const step of minutes) {
          at += step * MINUTE;
          profile = { ...profile, ...countGrant(profile, hereOf(ofUser, at)) };
          sent = countOnDay(sent, hereOf(ofUser, at));
          grants.push({ campaign_id: 5, profile_id: profile.id, at });
        }
        const here = hereOf(ofUser, at);
        const facts: CounterFacts = {
          zone: ofUser,
          profiles: [{ profile: { ...PLAIN_PROFILE, warm_up_day }, days: [] }],
          sending_days: [{ campaign_id: 0, day: hereOf(ofUser, start).day, begun: 0, counted_at: null }],
        };
        const { profiles, sending_days } = countForgotten(grants, facts, at);
        const after = { ...PLAIN_PROFILE, ...profiles[0] };
        assert.equal(begunToday(after, here), begunToday(profile, here));
        assert.equal(begunThisHour(after, here), begunThisHour(profile, here));
        assert.equal(slowDay(after, here), slowDay(profile, here));
        assert.equal(begunOn(sending_days[0] as SendingDay, here), begunOn(sent, here));
      },
    ),
    { numRuns: 600 },
  );
});

/** How many sending days a slow beginning has after messages of these moments; of `profile`, at noon in UTC. */
function slowDaysAfter(
  profile: Partial<Profile>,
  told: string[],
  days: string[] = [],
): number | null | undefined {
  const slow = { ...PLAIN_PROFILE, warm_up_day: 3, ...profile };
  const grants = told.map((at) => ({ campaign_id: 5, profile_id: slow.id, at: Date.parse(at) }));
  const facts = { zone: 'UTC', profiles: [{ profile: slow, days }], sending_days: [] };
  return countForgotten(grants, facts, Date.parse('2026-11-05T12:00Z')).profiles[0]?.warm_up_day;
}

test('a profile that begins slowly has sent on one day more for each that nothing knew', () => {
  const twoDays = ['2026-11-03T09:00Z', '2026-11-03T10:00Z', '2026-11-04T10:00Z'];
  assert.equal(slowDaysAfter({}, twoDays), 5);
  assert.equal(slowDaysAfter({}, twoDays.toReversed()), 5);
  assert.equal(slowDaysAfter({}, twoDays, ['2026-11-04']), 4, 'results of the day are there');
  assert.equal(
    slowDaysAfter({ counted_day: '2026-11-03', begun_today: 1 }, twoDays),
    4,
    'the counter is of the day',
  );
  const today = '2026-11-05T10:00Z';
  assert.equal(slowDaysAfter({ counted_day: '2026-11-03', begun_today: 1 }, [today, ...twoDays]), 5);
  // Its zone was moved west: the counter goes on.
  const tomorrow = { counted_day: '2026-11-06', begun_today: 1 };
  assert.equal(slowDaysAfter(tomorrow, [today]), 3);
  const wrong = { ...tomorrow, counted_at: Date.parse('2026-11-06T12:00Z') };
  assert.equal(slowDaysAfter(wrong, [today]), 4, 'a clock that was wrong counted no day of now');
  assert.equal(slowDaysAfter({ warm_up_day: 20 }, [today]), null, 'its last slow day has passed');
  assert.equal(slowDaysAfter({ warm_up_day: null }, twoDays), null);
});

test('as sending goes on no counter is below what is known of the day, and none is lowered', () => {
  let raised = 0;
  fc.assert(
    fc.property(
      scenes,
      fc.array(fc.nat({ max: 9 }), { minLength: 5, maxLength: 5 }),
      ({ facts, now }, known) => {
        const here = hereOf(facts.zone, now);
        const performed = (place: number) => known[place] ?? 0;
        const profiles = facts.profiles.map(({ profile }, place) => ({
          profile,
          performed: performed(place),
        }));
        const sending_days = facts.sending_days.map((day, place) => ({
          ...day,
          performed: performed(2 + place),
        }));
        const written = recountToday({ zone: facts.zone, profiles, sending_days }, now);
        for (const [place, { profile, performed: least }] of profiles.entries()) {
          const after = { ...profile, ...written.profiles[place] };
          assert.equal(begunToday(after, here), Math.max(begunToday(profile, here), least));
          assert.equal(after.counted_day, countedDay(profile.counted_day, profile.counted_at, here));
          assert.equal(begunThisHour(after, here), begunThisHour(profile, here));
          assert.deepEqual([after.warm_up_day, after.counted_at], [profile.warm_up_day, profile.counted_at]);
          raised += Number(begunToday(after, here) > begunToday(profile, here));
        }
        for (const [place, { performed: least, ...day }] of sending_days.entries())
          assert.equal(
            begunOn(written.sending_days[place] as SendingDay, here),
            Math.max(begunOn(day, here), least),
          );
      },
    ),
    { numRuns: 400 },
  );
  assert.ok(raised > 200);
});
