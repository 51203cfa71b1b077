import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localTime } from '@pigeonpost/contract/local-time';
import { mayClaimAt, nextOpen, type SendingTimes } from '@pigeonpost/contract/open-hours';
import { minutesOf } from '@pigeonpost/contract/sending-hours';
import { createTestDatabase } from '../testing/test-database.ts';

const ZONES = [
  'Europe/Oslo',
  'America/New_York',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Havana',
  'Pacific/Apia',
  'America/St_Johns',
];
/** Days before changes of the clock in these zones. */
const AROUND = ['2027-03-24', '2027-10-27', '2027-03-11', '2027-11-04', '2027-04-01', '2026-12-28'];
const CASES = 800;
const DAY_MS = 86_400_000;

interface Judged {
  claim: boolean;
  opens: string | null;
  day: string;
  minute: number;
  hour: string;
}

test('pages and the engine judge hours in the same way, around changes of the clock too', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const draw = seeded(11);
  const drawn = Array.from({ length: CASES }, () => drawCase(draw));
  const { rows } = await database.pool.query<Judged>(
    `select may_claim_at(hours, quiet, local_time(at, zone), zone) as claim,
      next_open(hours, quiet, at, zone) as opens, (local_time(at, zone)).day, (local_time(at, zone)).minute,
      to_char((local_time(at, zone)).hour, 'YYYY-MM-DD"T"HH24') as hour
    from unnest($1::int4multirange[], $2::datemultirange[], $3::timestamptz[], $4::text[])
      with ordinality as drawn (hours, quiet, at, zone, ord) order by ord`,
    [
      drawn.map(
        ({ times }) => times.hours && `{${times.hours.map(([from, to]) => `[${from},${to})`).join()}}`,
      ),
      drawn.map(({ times }) => `{${times.quiet_dates.map(({ from, to }) => `[${from},${to}]`).join()}}`),
      drawn.map(({ ms }) => new Date(ms)),
      drawn.map(({ times }) => times.time_zone),
    ],
  );
  for (const [index, { times, ms }] of drawn.entries()) {
    const opens = nextOpen(times, ms);
    const judged = {
      claim: mayClaimAt(times, ms),
      opens: opens === undefined ? null : new Date(opens).toISOString(),
      ...localTime(ms, times.time_zone),
    };
    assert.deepEqual(judged, rows[index], `${JSON.stringify(times)} at ${new Date(ms).toISOString()}`);
  }
  assert.ok(rows.some(({ opens }) => opens === null) && rows.some(({ claim }) => claim));
});

/** Hours of a few ranges, quiet dates near the moment, and a moment near a change of the clock. */
function drawCase(draw: (below: number) => number): { times: SendingTimes; ms: number } {
  const pick = <T>(all: readonly T[]) => all[draw(all.length)] as T;
  const ms = Date.parse(`${pick(AROUND)}T00:00Z`) + draw(6 * DAY_MS);
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const ranges = Array.from({ length: 1 + draw(4) }, () => {
    const from = draw(3) === 0 ? draw(240) : draw(1440);
    const to = ((from + 14 + draw(600)) % 1440) + 1;
    return { day: 1 + draw(7), from: clock(from), to: clock(to) };
  });
  const days = (count: number) => new Date(ms + count * DAY_MS).toISOString().slice(0, 10);
  const quiet_dates =
    draw(3) > 0
      ? []
      : draw(10) === 0
        ? [{ from: days(-1), to: days(450) }]
        : [{ from: days(1), to: days(1 + draw(4)) }];
  const hours = draw(8) === 0 ? null : minutesOf(ranges);
  return { times: { hours, quiet_dates, time_zone: pick(ZONES) }, ms };
}

/** Whole numbers below a limit, the same with each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
