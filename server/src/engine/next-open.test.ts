import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestApp } from '../testing/test-app.ts';

const OSLO = 'Europe/Oslo';
const SUNDAY = 6 * 1440;
const WORKDAYS = '{[540,1080),[1980,2520),[3420,3960),[4860,5400),[6300,6840)}';

/** Asks the functions of the engine. */
async function ask(t: TestContext) {
  const { database } = await startTestApp(t);
  const one = async <T>(expression: string, values: unknown[]): Promise<T> =>
    (await database.pool.query<{ found: T }>(`select ${expression} as found`, values)).rows[0]?.found as T;
  return {
    query: database.pool,
    /** The minutes between two moments at which these hours are open. */
    openMinutes: (hours: string, zone: string, from: string, to: string) =>
      one<number>(
        `(select count(*)::int from generate_series($3::timestamptz, $4::timestamptz - interval '1 minute', '1 minute') m
        where is_open_at($1::int4multirange, '{}', local_time(m, $2)))`,
        [hours, zone, from, to],
      ),
    nextOpen: (hours: string | null, zone: string, from: string, quiet = '{}') =>
      one<string | null>('next_open($1::int4multirange, $4::datemultirange, $3::timestamptz, $2)', [
        hours,
        zone,
        from,
        quiet,
      ]),
    isOpen: (hours: string, zone: string, at: string) =>
      one<boolean>(`is_open_at($1::int4multirange, '{}', local_time($3::timestamptz, $2))`, [
        hours,
        zone,
        at,
      ]),
  };
}

const minutes = (from: string, to: string, day = SUNDAY) => {
  const [start, end] = [from, to].map((time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return day + hour * 60 + minute;
  });
  return `{[${start},${end})}`;
};

test('a lost hour is not sent in, and an hour that comes twice is open twice', async (t) => {
  const { openMinutes, isOpen } = await ask(t);
  const hours = minutes('01:30', '04:00');
  assert.equal(await openMinutes(hours, OSLO, '2027-03-27T23:00Z', '2027-03-28T22:00Z'), 90);
  assert.equal(await openMinutes(hours, OSLO, '2027-03-28T00:30Z', '2027-03-28T02:00Z'), 90);
  assert.equal(await openMinutes(hours, OSLO, '2027-10-30T22:00Z', '2027-10-31T23:00Z'), 210);
  assert.equal(await openMinutes(hours, OSLO, '2027-10-30T23:30Z', '2027-10-31T03:00Z'), 210);
  const half = minutes('01:00', '03:00');
  assert.equal(await openMinutes(half, 'Australia/Lord_Howe', '2027-04-03T12:00Z', '2027-04-04T12:00Z'), 150);
  const overMidnight = '{[0,120),[9960,10080)}';
  assert.deepEqual(
    [
      await isOpen(overMidnight, OSLO, '2026-11-29T22:59:59Z'),
      await isOpen(overMidnight, OSLO, '2026-11-30T00:00:00Z'),
      await isOpen(overMidnight, OSLO, '2026-11-30T01:00:00Z'),
    ],
    [true, true, false],
  );
});

test('hours that lie in the lost hour open a week later', async (t) => {
  const { nextOpen } = await ask(t);
  const hours = minutes('02:15', '02:45');
  assert.equal(await nextOpen(hours, OSLO, '2027-03-27T11:00Z'), '2027-04-04T00:15:00.000Z');
});

test('hours that begin in the lost hour open where it ends', async (t) => {
  const { nextOpen } = await ask(t);
  const hours = minutes('02:15', '03:30');
  assert.equal(await nextOpen(hours, OSLO, '2027-03-27T11:00Z'), '2027-03-28T01:00:00.000Z');
});

test('the clock may be changed over a weekend', async (t) => {
  const { nextOpen } = await ask(t);
  assert.equal(await nextOpen(WORKDAYS, OSLO, '2027-03-26T17:00Z'), '2027-03-29T07:00:00.000Z');
  assert.equal(await nextOpen(WORKDAYS, OSLO, '2027-03-25T17:00Z'), '2027-03-26T08:00:00.000Z');
});

test('quiet dates and hours that never meet open in no year', async (t) => {
  const { nextOpen } = await ask(t);
  const from = '2026-12-22T18:00Z';
  assert.equal(await nextOpen(WORKDAYS, OSLO, from, '{[2026-12-23,2026-12-28)}'), '2026-12-28T08:00:00.000Z');
  assert.equal(await nextOpen(null, OSLO, from, '{[2026-12-22,2026-12-24)}'), '2026-12-23T23:00:00.000Z');
  assert.equal(await nextOpen(null, OSLO, from, '{[2026-12-22,2028-02-01)}'), null);
  assert.equal(await nextOpen('{}', OSLO, from), null);
  // Two minutes are less than a lease and a grant.
  assert.equal(await nextOpen(minutes('09:00', '09:02'), OSLO, from), null);
});

const ZONES = [
  OSLO,
  'America/New_York',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Havana',
  'Pacific/Apia',
  'America/St_Johns',
  'Antarctica/Troll',
  'America/Asuncion',
];

test('the next moment is the one that a search minute by minute finds', async (t) => {
  const { query } = await ask(t);
  await query.query(`
    create function search(hours int4multirange, quiet datemultirange, moment timestamptz, zone text) returns timestamptz
    language plpgsql as $$
    declare
      at timestamptz := moment;
    begin
      while at < moment + interval '16 days' loop
        if may_claim_at(hours, quiet, local_time(at, zone), zone) then return at; end if;
        at := date_trunc('minute', at) + interval '1 minute';
      end loop;
      return null;
    end $$;
    create function draw(n integer, factor float8) returns float8 language sql return n * factor - floor(n * factor)`);
  // Around changes of the clock; two ranges with a gap of two minutes, and a quiet date.
  const compare = `
    with drawn as (
      select n, $1 as zone, floor(draw(n, 0.377) * 9900)::int as start,
        floor(draw(n, 0.911) * 60)::int as length, floor(draw(n, 0.531) * 7)::int as quiet,
        ('{2027-03-12,2027-03-26,2027-04-02,2027-10-29,2027-11-05}'::timestamptz[])[1 + n / ${ZONES.length} % 5]
          + draw(n, 0.618) * interval '4 days' as moment
      from generate_series($2::int, 100, ${ZONES.length}) n),
    cases as (
      select zone, moment, int4multirange(int4range(start, start + 20 + length), int4range(start + 22 + length,
          start + 60 + length * 3)) as hours,
        datemultirange(daterange(moment::date + quiet, moment::date + quiet + 1)) as quiet
      from drawn)
    select cases.*, found, searched
    from cases, next_open(hours, quiet, moment, zone) found, search(hours, quiet, moment, zone) searched
    where found is distinct from searched`;
  // Each zone by a statement of its own, because the search of all takes most of the time that one may take.
  for (const [index, zone] of ZONES.entries()) {
    const { rows } = await query.query(compare, [zone, index + 1]);
    assert.deepEqual(rows, []);
  }
});
