import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatAgo,
  formatAhead,
  formatClockSeconds,
  formatCountdown,
  formatDateTime,
  formatDay,
  formatDuration,
  formatFull,
  formatRecent,
  readDay,
  readTime,
  showDay,
} from './format-time.ts';
import { browserTimeZone, showTimesIn } from './time-zone.ts';

const NOON = '2026-09-12T12:00:00.000Z';
const noonPlus = (seconds: number) => Date.parse(NOON) + seconds * 1000;

test('a time is written day first, with a 24-hour clock', () => {
  assert.equal(formatDateTime('2026-09-02T21:04:00'), '02-09-2026 21:04');
});

test('a time is in the user’s zone, and a tooltip names the zone if it is not the browser’s', (t) => {
  t.after(() => showTimesIn(undefined));
  const late = '2026-09-12T18:05:09.000Z';
  const fixed = (time_zone: string, ahead: number) => ({
    time_zone,
    time_zone_offsets: { changes: [], ahead: [ahead] },
  });
  showTimesIn(fixed('Asia/Tokyo', 540));
  assert.equal(formatDateTime(late), '13-09-2026 03:05');
  assert.equal(formatDay(late), '13-09-2026');
  assert.equal(formatClockSeconds(late), '03:05:09');
  assert.equal(formatFull(late), '13-09-2026 03:05, Asia/Tokyo');
  showTimesIn(fixed('America/St_Johns', -210));
  assert.equal(formatDateTime('2026-01-01T03:30:00Z'), '01-01-2026 00:00');
  for (const user of [undefined, fixed(browserTimeZone(), 0)]) {
    showTimesIn(user);
    assert.equal(formatFull(late), formatDateTime(late));
  }
});

test('a time is shown by what the server knows of the zone, whatever the browser knows', (t) => {
  t.after(() => showTimesIn(undefined));
  const change = '2026-10-25T01:00:00.000Z';
  const changes = [Date.parse(change) / 60_000];
  const before = new Date(Date.parse(change) - 1).toISOString();
  for (const zone of ['Europe/Oslo', 'Nowhere/Land']) {
    showTimesIn({ time_zone: zone, time_zone_offsets: { changes, ahead: [-450, 825] } });
    assert.deepEqual([before, change].map(formatDateTime), ['24-10-2026 17:29', '25-10-2026 14:45'], zone);
    assert.equal(formatFull(change), `25-10-2026 14:45, ${zone}`);
    assert.equal(formatRecent(change, Date.parse('2026-10-26T10:00:00Z')), 'Sunday 14:45');
  }
});

test('a missing time is a dash', () => {
  assert.equal(formatDateTime(null), '–');
});

test('a past time uses its largest unit', () => {
  assert.equal(formatAgo(NOON, noonPlus(20)), 'just now');
  assert.equal(formatAgo(NOON, noonPlus(3 * 60 + 59)), '3 min ago');
  assert.equal(formatAgo(NOON, noonPlus(2 * 3600)), '2 h ago');
  assert.equal(formatAgo(NOON, noonPlus(86_400)), '1 day ago');
  assert.equal(formatAgo(NOON, noonPlus(41 * 86_400)), '41 days ago');
});

test('a future time says so', () => {
  assert.equal(formatAgo(NOON, noonPlus(-300)), 'in 5 min');
});

test('a moment to come has its day unless that is today', () => {
  const noon = Date.parse('2026-09-14T12:00:00Z');
  assert.equal(formatAhead('2026-09-14T15:00:00Z', noon), 'at 15:00');
  assert.equal(formatAhead('2026-09-15T09:00:00Z', noon), 'Tue 15-09 at 09:00');
});

test('a countdown shows hours only when there are any, and never goes below zero', () => {
  assert.equal(formatCountdown(252), '4:12');
  assert.equal(formatCountdown(1234), '20:34');
  assert.equal(formatCountdown(3729), '1:02:09');
  assert.equal(formatCountdown(-5), '0:00');
});

test('a duration has two units at most', () => {
  assert.equal(formatDuration(129_600), '1 d 12 h');
  assert.equal(formatDuration(388_890_000), '4,501 d 1 h');
  assert.equal(formatDuration(12_000), '3 h 20 min');
  assert.equal(formatDuration(350), '5 min 50 s');
  assert.equal(formatDuration(300), '5 min');
  assert.equal(formatDuration(40), '40 s');
});

test('a day is typed day first, with any separators or none, and shown so', () => {
  for (const typed of ['05-02-2026', ' 5.2.2026 ', '5/2/2026', '05022026'])
    assert.equal(readDay(typed), '2026-02-05', typed);
  assert.equal(showDay('2026-02-05'), '05-02-2026');
  assert.equal(showDay('5-2'), '5-2');
});

test('a text that is not a day is refused', () => {
  for (const typed of [
    '30-02-2026',
    '2026-12-05',
    '12-2026',
    '5122026',
    'soon',
    '',
    '01-01-0001',
    '31-12-3000',
  ])
    assert.equal(readDay(typed), undefined, typed);
});

test('a time has 24 hours', () => {
  for (const [typed, time] of [
    ['09:30', '09:30'],
    ['9.30', '09:30'],
    ['0930', '09:30'],
    ['18', '18:00'],
    ['24:00', undefined],
    ['9:60', undefined],
    ['9 pm', undefined],
    ['', undefined],
  ] as const)
    assert.equal(readTime(typed), time, typed);
});
