import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { forgetZone, learnZone, minutesAhead, wallTime } from '@pigeonpost/contract/local-time';
import { momentOfWall } from '@pigeonpost/contract/moment-of-wall';
import { createTestDatabase } from '../testing/test-database.ts';
import { fillTimeZones } from './time-zones.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const FROM = Date.UTC(2026, 0);
const UNTIL = Date.UTC(2030, 0);

async function start(t: TestContext) {
  const { pool, drop } = await createTestDatabase();
  t.after(drop);
  return pool;
}

/** In a transaction that is rolled back: other tests get this database with its zones. */
async function startChanging(t: TestContext) {
  const { pool, drop } = await createTestDatabase();
  const client = await pool.connect();
  await client.query('begin');
  t.after(async () => {
    await client.query('rollback');
    client.release();
    await drop();
  });
  const stored = async (name: string) =>
    (await client.query('select version, known_until, ahead from time_zones where name = $1', [name]))
      .rows[0];
  return { client, stored };
}

test('in every zone the database, this Node and the pages show the same time', async (t) => {
  const pool = await start(t);
  const { rows } = await pool.query<{ name: string; changes: number[]; ahead: number[] }>(
    `select name, array(select (extract(epoch from moment) / 60)::integer from unnest(changes) moment) as changes,
      array(select (extract(epoch from size) / 60)::integer from unnest(ahead) size) as ahead from time_zones`,
  );
  const names = rows.map(({ name }) => name);
  assert.deepEqual(
    Intl.supportedValuesOf('timeZone').filter((zone) => !names.includes(zone)),
    [],
  );
  assert.ok(['UTC', 'US/Mountain', 'Asia/Calcutta'].every((other) => names.includes(other)));
  const asked = rows.flatMap(({ name, changes }) => {
    const around = changes.map((minute) => minute * MINUTE_MS).filter((ms) => FROM < ms && ms < UNTIL);
    const days = Array.from({ length: 16 }, (_, count) => FROM + count * 91 * DAY_MS);
    const moments = [
      ...days,
      ...around.flatMap((ms) => [-90, -30, -1, 0, 30, 90].map((min) => ms + min * MINUTE_MS)),
    ];
    return moments.map((ms) => ({ name, ms, wall: wallTime(ms, name) }));
  });
  const { rows: shown } = await pool.query<{ wall: string; back: string; skipped: string }>(
    `select extract(epoch from wall_time(at, z) at time zone 'UTC') * 1000 as wall,
      extract(epoch from moment_of_wall(wall, z)) * 1000 as back
    from unnest($1::text[], $2::float8[], $3::float8[]) with ordinality as asked (name, ms, wall_ms, ord)
    join time_zones z using (name)
    cross join lateral (select to_timestamp(ms / 1000) as at, to_timestamp(wall_ms / 1000) at time zone 'UTC' as wall) moment
    order by ord`,
    [asked.map(({ name }) => name), asked.map(({ ms }) => ms), asked.map(({ wall }) => wall)],
  );
  for (const [index, { name, ms, wall }] of asked.entries()) {
    const found = momentOfWall(wall, name);
    const told = [Number(shown[index]?.wall), Number(shown[index]?.back)];
    assert.deepEqual(
      told,
      [wall, 'ms' in found ? found.ms : undefined],
      `${name} at ${new Date(ms).toISOString()}`,
    );
  }
  t.after(forgetZone);
  const offsets = new Map(rows.map(({ name, ...known }) => [name, known]));
  for (const { name, ms, wall } of asked) {
    learnZone(name, offsets.get(name) ?? { changes: [], ahead: [] });
    assert.equal(wallTime(ms, name), wall, `${name} as pages know it`);
  }
});

test('no change of a clock is missed between now and the end of what is known', async (t) => {
  const pool = await start(t);
  const zones = ['Africa/Casablanca', 'Africa/Cairo', 'Asia/Gaza', 'America/Edmonton', 'Australia/Lord_Howe'];
  const days = Array.from({ length: (UNTIL - FROM) / DAY_MS }, (_, count) => FROM + count * DAY_MS);
  for (const zone of zones) {
    const { rows } = await pool.query<{ ahead: number }>(
      `select extract(epoch from wall_time(at, $1) - (at at time zone 'UTC')) / 60 as ahead
      from unnest($2::timestamptz[]) at`,
      [zone, days.map((ms) => new Date(ms))],
    );
    assert.deepEqual(
      rows.map(({ ahead }) => Number(ahead)),
      days.map((ms) => minutesAhead(ms, zone)),
      zone,
    );
  }
});

test('a wall time in a gap is that of the clock before it, and of two it is the first', async (t) => {
  const pool = await start(t);
  const { rows } = await pool.query(
    `select moment_of_wall(wall, zone) as moment from (values
      ('2027-03-28 02:30'::timestamp, 'Europe/Oslo'), ('2027-10-31 02:30', 'Europe/Oslo'),
      ('2027-10-31 03:00', 'Europe/Oslo'), ('2027-03-28 02:30', 'Nowhere/Land'), (null, 'Europe/Oslo')) asked (wall, zone)`,
  );
  assert.deepEqual(
    rows.map(({ moment }) => moment),
    [
      '2027-03-28T01:30:00.000Z',
      '2027-10-31T00:30:00.000Z',
      '2027-10-31T02:00:00.000Z',
      '2027-03-28T02:30:00.000Z',
      null,
    ],
  );
});

test('a start fills zones of older data and leaves those of newer data', async (t) => {
  const { client, stored } = await startChanging(t);
  const now = new Date('2026-11-30T00:00:00Z');
  const filled = await stored('America/Edmonton');
  const hasVersion = (version: string) =>
    client.query(`update time_zones set version = $1, changes = '{}', ahead = '{01:00}'`, [version]);
  await hasVersion('9999a');
  await fillTimeZones(client, now);
  assert.equal((await stored('America/Edmonton')).version, '9999a');
  await hasVersion('2020a');
  await fillTimeZones(client, now);
  assert.deepEqual(await stored('America/Edmonton'), filled);
});

test('another year is known ahead once a year has passed, and never less than three', async (t) => {
  const { client, stored } = await startChanging(t);
  const known = async (now: string) => {
    await fillTimeZones(client, new Date(now));
    return (await stored('UTC')).known_until;
  };
  assert.equal(await known('2026-12-31T23:00:00Z'), '2031-01-01T00:00:00.000Z');
  assert.equal(await known('2027-01-01T00:00:00Z'), '2032-01-01T00:00:00.000Z');
  // Another server whose clock is behind.
  assert.equal(await known('2026-12-31T23:00:00Z'), '2032-01-01T00:00:00.000Z');
});
