import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wallTime } from './local-time.ts';
import { momentOfWall } from './moment-of-wall.ts';

const of = (text: string, zone: string) => momentOfWall(Date.parse(`${text}Z`), zone);
const shown = (ms: number) => new Date(ms).toISOString();

test('a wall time in a gap has no moment, and says from when to when the clock goes', () => {
  const found = of('2027-03-28T02:30', 'Europe/Oslo');
  assert.ok('gap' in found);
  assert.deepEqual(
    [shown(found.gap.from), shown(found.gap.to)],
    ['2027-03-28T02:00:00.000Z', '2027-03-28T03:00:00.000Z'],
  );
});

test('of a wall time that comes twice it is the first', () => {
  assert.deepEqual(of('2027-10-31T02:30', 'Europe/Oslo'), {
    ms: Date.parse('2027-10-31T00:30Z'),
    isFirstOfTwo: true,
  });
});

test('the edges of a gap are moments, and any other time is shown again by its moment', () => {
  assert.deepEqual(of('2027-03-28T03:00', 'Europe/Oslo'), {
    ms: Date.parse('2027-03-28T01:00Z'),
    isFirstOfTwo: false,
  });
  for (const zone of ['UTC', 'Europe/Oslo', 'Australia/Lord_Howe', 'America/New_York', 'Asia/Kolkata'])
    for (let hour = 0; hour < 24 * 366; hour += 7) {
      const wall = Date.UTC(2027, 0, 1, hour, 11);
      const found = momentOfWall(wall, zone);
      if ('ms' in found) assert.equal(wallTime(found.ms, zone), wall);
      else assert.ok(found.gap.from <= wall && wall < found.gap.to, `${zone} ${shown(wall)}`);
    }
});
