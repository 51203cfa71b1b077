import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../testing/manual-clock.ts';
import { startTestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { startTimers } from '../timers.ts';
import { createDiskWatch } from './disk-watch.ts';

function scene(databaseUrl?: string) {
  const clock = new ManualClock();
  const lines: string[] = [];
  const line = (level: string) => (what: object | string) => void lines.push(`${level}: ${what}`);
  const log = { info: line('info'), warn: line('warn'), error: line('error') };
  let free = 5_000_000_000;
  const watch = createDiskWatch({
    config: { dataDir: '/data', databaseUrl },
    clock,
    log,
    readFree: async () => free,
  });
  const lookAt = async (bytes: number) => {
    free = bytes;
    await watch.look();
  };
  return { clock, watch, lookAt, said: () => lines.splice(0) };
}

test('a disk with little room is told once, and once that it has room again', async () => {
  const { watch, lookAt, said } = scene();
  await lookAt(1_000_000_000);
  assert.deepEqual([said(), watch.free(), watch.tooFew()], [[], 1_000_000_000, undefined]);
  await lookAt(840_999_999);
  assert.deepEqual(said(), [
    'warn: The disk of the data is almost full: 840 MB free at /data. Make room: a database that cannot write stops everything that is sent.',
  ]);
  await lookAt(20_000_000);
  assert.deepEqual([said(), watch.tooFew()], [[], 20_000_000]);
  await lookAt(3_299_000_000);
  assert.deepEqual(said(), ['info: The disk of the data has room again: 3.2 GB free at /data.']);
});

test('a PostgreSQL of others has a disk that the server does not know', async () => {
  const { watch, lookAt, said } = scene('postgres://db.test/pigeonpost');
  await lookAt(10);
  assert.deepEqual([said(), watch.free(), watch.tooFew()], [[], undefined, undefined]);
});

test('a full disk is one line, and one more after a minute without a refused write', () => {
  const { clock, watch, said } = scene();
  watch.noteWritten();
  assert.deepEqual(said(), []);
  watch.noteFull();
  clock.advance(59_000);
  watch.noteFull();
  assert.deepEqual(said(), [
    'error: The disk of the database is full. Make room on it: until then nothing can be changed.',
  ]);
  // Some writes find room where others do not.
  clock.advance(59_999);
  watch.noteWritten();
  assert.deepEqual(said(), []);
  clock.advance(1);
  watch.noteWritten();
  watch.noteWritten();
  assert.deepEqual(said(), ['info: The disk of the database takes changes again.']);
});

test('calls and timers that meet a full disk tell the watch, and so does a call that wrote', async (t) => {
  const { clock, deps, database, signUp } = await startTestApp(t);
  const { call } = await signUp();
  const told: string[] = [];
  deps.disk.noteFull = () => void told.push('full');
  deps.disk.noteWritten = () => void told.push('written');
  const body = { name: 'People' };
  await call('POST /api/lists', { body });
  await until('the call to be told', () => told.includes('written'));
  await call('GET /api/lists');
  assert.deepEqual(told, ['written']);

  // PostgreSQL's own error, in the middle of a transaction.
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger refuse after insert on lists execute function refuse();
    create trigger refuse after delete on sessions for each statement execute function refuse()`);
  await assert.rejects(call('POST /api/lists', { body: { name: 'Others' } }), { status: 507 });
  assert.deepEqual(told, ['written', 'full']);
  t.after(startTimers(deps));
  await until('a timer to be told', () => told.filter((what) => what === 'full').length > 1);
  assert.ok(clock.sleeping > 0);
});
