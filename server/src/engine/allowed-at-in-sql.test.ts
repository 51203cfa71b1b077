import assert from 'node:assert/strict';
import { readWall, wallTime } from '@pigeonpost/contract/local-time';
import { allowedAt, profileAllowedAt } from '@pigeonpost/contract/rules/allowed-at';
import { belowCapsAt, capsOf, hereOf } from '@pigeonpost/contract/rules/caps';
import type { Profile, SendingDay } from '@pigeonpost/contract/rules/facts';
import { seededRandom } from '../../model/random.ts';
import { engineTest } from '../testing/engine-world.ts';
import { type AccountRow, type CampaignRow, readAccount, readCampaign } from './read-facts.ts';

// The engine still finds its next work in the database. Whatever is drawn, both find the same moment.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const CASES = 1500;
const FIRST_ID = 1_000_000;
// Days before changes of the clock in these zones, and one without.
const STARTS = [
  '2026-11-01T00:00Z',
  '2027-03-27T12:00Z',
  '2026-10-31T12:00Z',
  '2027-04-03T10:00Z',
  '2026-12-30T00:00Z',
];
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Beirut',
  'America/Edmonton',
  'No/Where',
];

const random = seededRandom(48_067);
const below = (count: number) => Math.floor(random() * count);
const oneOf = <T>(...all: T[]): T => all[below(all.length)] as T;
const maybe = <T>(draw: () => T): T | null => (random() < 0.5 ? draw() : null);
const small = () => (random() < 0.4 ? 1 + below(3) : null);
const iso = (ms: number) => new Date(ms).toISOString();

function drawHours() {
  if (random() < 0.4) return null;
  const ranges = Array.from({ length: 1 + below(3) }, () => {
    const from = below(9900);
    return `[${from},${from + 15 + below(oneOf(60, 3000))})`;
  });
  return random() < 0.03 ? '{}' : `{${ranges.join()}}`;
}

function drawQuiet(now: number) {
  const day = (count: number) => iso(now + count * DAY).slice(0, 10);
  return oneOf(
    '{}',
    '{}',
    '{}',
    `{[${day(0)},${day(1 + below(3))})}`,
    `{[${day(1)},${day(2)})}`,
    `{[${day(-1)},${day(450)})}`,
  );
}

function drawCase(_: unknown, index: number) {
  const now = Date.parse(oneOf(...STARTS)) + below(2 * DAY);
  const zone = oneOf(...ZONES);
  const near = (ms: number) => readWall(zone === 'No/Where' ? ms : wallTime(ms, zone));
  const at = (...offsets: number[]) => now + oneOf(...offsets);
  const day = () => near(at(0, 0, 0, -DAY, DAY, 2 * DAY)).day;
  const counted_at = () => maybe(() => iso(at(-HOUR, 0, MINUTE, MINUTE + 1, HOUR)));
  const begun = () => ({ day: day(), begun: below(4), counted_at: counted_at() });
  return {
    now: iso(now),
    user: { id: FIRST_ID + index, time_zone: zone },
    settings: {
      hours: drawHours(),
      quiet_dates: drawQuiet(now),
      cap_day: small(),
      profile_cap_hour: small(),
      profile_cap_day: small(),
    },
    campaign: {
      id: FIRST_ID + index,
      user_id: FIRST_ID + index,
      hours: drawHours(),
      cap_day: small(),
      countdown_until: oneOf(null, null, iso(at(-1, 1, MINUTE, 2 * MINUTE, 2 * MINUTE + 1))),
      not_after: oneOf(null, null, null, iso(at(0, 3 * MINUTE, 3 * MINUTE + 1, 8 * HOUR, 3 * DAY))),
    },
    profile: {
      cap_hour: small(),
      cap_day: small(),
      warm_up_day: oneOf(null, null, 0, 1, 19, 20),
      slow_until: maybe(() => iso(at(-1, 0, 1, HOUR, DAY))),
      counted_day: maybe(day),
      begun_today: below(5),
      counted_hour: maybe(() => `${near(at(0, 0, 0, -HOUR, HOUR, DAY)).hour}:00:00`),
      begun_this_hour: below(5),
      counted_at: counted_at(),
    },
    account_day: maybe(begun),
    campaign_day: maybe(begun),
  };
}

interface Judged {
  account: AccountRow;
  campaign: CampaignRow;
  profile: Profile;
  now: number;
  account_day: SendingDay;
  campaign_day: SendingDay;
  hour_cap: number | null;
  day_cap: number | null;
  below_caps_at: number;
  /** Null: never. */
  allowed_at: number | null;
  profile_allowed_at: number | null;
}

engineTest(
  'when a campaign and a profile may send is the same as in SQL',
  async ({
    app: {
      database: { pool },
    },
    campaign,
    list,
    profile,
  }) => {
    await campaign({ list: await list(['ann']), profiles: [await profile('one')] });
    const drawn = Array.from({ length: CASES }, drawCase);
    await pool.query(
      `with drawn as (select one from jsonb_array_elements($1::jsonb) drawn (one)), days as (
        select (one->'user'->>'id')::bigint as user_id, 0 as campaign_id, one->'account_day' as day from drawn
        union all select (one->'user'->>'id')::bigint, (one->'campaign'->>'id')::bigint, one->'campaign_day' from drawn),
      replica as (select set_config('session_replication_role', 'replica', true))
      insert into sending_days (user_id, campaign_id, day, begun, counted_at)
      select user_id, campaign_id, (day->>'day')::date, (day->>'begun')::int, (day->>'counted_at')::timestamptz
      from days, replica where jsonb_typeof(day) = 'object'`,
      [JSON.stringify(drawn)],
    );
    const { rows } = await pool.query<Judged>(
      `select account_facts(u, s) as account, profile_facts(p) as profile, campaign_facts(c) as campaign,
        milliseconds(at) as now, sending_day(at, u.id, 0, u.time_zone) as account_day,
        sending_day(at, u.id, c.id, u.time_zone) as campaign_day,
        caps.hour as hour_cap, caps.day as day_cap,
        milliseconds(below_caps_at(p, s, at, u.time_zone)) as below_caps_at,
        milliseconds(nullif(of_campaign, 'infinity')) as allowed_at,
        milliseconds(nullif(profile_allowed_at(p, c, s, of_campaign, at, u.time_zone), 'infinity')) as profile_allowed_at
      from jsonb_array_elements($1::jsonb) drawn (one)
      cross join (select u as of_u, s as of_s, c as of_c, p as of_p from users u, settings s, campaigns c, profiles p
        where s.user_id = u.id and c.user_id = u.id and p.user_id = u.id limit 1) known
      cross join lateral jsonb_populate_record(known.of_u, one->'user') u
      cross join lateral jsonb_populate_record(known.of_s, one->'settings') s
      cross join lateral jsonb_populate_record(known.of_c, one->'campaign') c
      cross join lateral jsonb_populate_record(known.of_p, one->'profile') p
      cross join lateral (select (one->>'now')::timestamptz as at) moment
      cross join lateral caps_of(p, s, local_time(at, u.time_zone)) caps
      cross join lateral (select allowed_at(c, s, at, u.time_zone) as of_campaign offset 0) rules`,
      [JSON.stringify(drawn)],
    );
    assert.equal(rows.length, CASES);
    const found = new Set<string>();
    for (const [index, row] of rows.entries()) {
      const { now, profile: paced, account_day, campaign_day, account: _, campaign: __, ...sql } = row;
      const account = readAccount(row.account);
      const times = { account, campaign: readCampaign(row.campaign), account_day, campaign_day };
      const ofCampaign = allowedAt(times, now);
      const at = profileAllowedAt(paced, times, { ofCampaign, now });
      const caps = capsOf(paced, account.settings, hereOf(account.zone, now));
      const judged = {
        hour_cap: caps.hour,
        day_cap: caps.day,
        below_caps_at: belowCapsAt(paced, account, now),
        allowed_at: Number.isFinite(ofCampaign) ? ofCampaign : null,
        profile_allowed_at: Number.isFinite(at) ? at : null,
      };
      assert.deepEqual(judged, sql, JSON.stringify(drawn[index]));
      found.add(at === now ? 'now' : !Number.isFinite(at) ? 'never' : at > ofCampaign ? 'caps' : 'campaign');
    }
    assert.equal(found.size, 4, [...found].join());
  },
);
