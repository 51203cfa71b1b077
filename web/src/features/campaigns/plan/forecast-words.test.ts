import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ForecastEnd } from '@pigeonpost/contract/calls/forecast';
import { showTimesIn } from '../../../format/time-zone.ts';
import { endLine } from './forecast-words.ts';

const nowMs = Date.parse('2026-09-28T06:00:00Z');
const end: ForecastEnd = {
  starts_at: '2026-09-28T08:00:00Z',
  first_at: '2026-09-28T08:00:00Z',
  ends_at: '2026-09-28T09:04:00Z',
  early: '2026-09-28T08:49:00Z',
  late: '2026-09-28T09:19:00Z',
  unreached: 0,
  stopped_by: null,
  look: null,
  uncounted: [],
};
const OSLO_SUMMER = { time_zone: 'Europe/Oslo', time_zone_offsets: { changes: [], ahead: [120] } };
const said = (change: Partial<ForecastEnd>, notAfter: string | null = null) => {
  showTimesIn(OSLO_SUMMER);
  const words = endLine({ ...end, ...change }, { nowMs, notAfter });
  showTimesIn(undefined);
  return words;
};

test('an end is said to ten minutes, with its width in the unit that fits', () => {
  assert.equal(said({}), 'Ends Mon 28-09 about 11:00, ± 15 min');
  const wide = { early: '2026-09-26T09:04:00Z', late: '2026-09-30T09:04:00Z' };
  assert.equal(said(wide), 'Ends Mon 28-09 about 11:00, ± 2 days');
  // Rounded down it would be before the first message.
  assert.equal(said({ first_at: '2026-09-28T09:02:00Z' }), 'Ends Mon 28-09 about 11:10, ± 15 min');
});

test('an end that is wider on one side is between two moments', () => {
  assert.equal(said({ late: '2026-09-28T10:30:00Z' }), 'Ends between Mon 28-09 10:49 and 12:30');
  assert.equal(said({ late: '2026-09-29T10:30:00Z' }), 'Ends between Mon 28-09 10:49 and Tue 29-09 12:30');
  assert.equal(said({ late: null }), 'Ends between Mon 28-09 10:49 and more than a year');
});

test('a last moment, closed hours and a look have their own words', () => {
  const cut = { ends_at: null, early: null, late: null, stopped_by: 'last_moment' } as const;
  const last = '2026-10-02T18:00:00Z';
  assert.equal(
    said({ ...cut, unreached: 1 }, last),
    'Ends Fri 02-10 20:00, its last moment: 1 person is not reached',
  );
  assert.equal(
    said({ ...cut, unreached: 1204 }, last),
    'Ends Fri 02-10 20:00, its last moment: 1,204 people are not reached',
  );
  assert.equal(said({ ...cut, stopped_by: 'hours' }), 'Its hours and quiet dates leave no moment to send');
  assert.equal(
    said({ look: { people: 10, at: '2026-09-28T09:12:00Z', others: 578 } }),
    'The first 10 by Mon 28-09 11:20, the other 578 after your Start',
  );
  assert.equal(
    said({ look: { people: 1, at: '2026-09-28T09:12:00Z', others: 1 } }),
    'The first one by Mon 28-09 11:20, the other one after your Start',
  );
});

test('an end names the campaign on which it depends', () => {
  assert.equal(
    said({ uncounted: ['Kiln open'] }),
    'Ends Mon 28-09 about 11:00, ± 15 min, if Kiln open sends nothing',
  );
  assert.equal(
    said({ uncounted: ['Kiln open', 'Raku'] }),
    'Ends Mon 28-09 about 11:00, ± 15 min, if Kiln open and 1 other send nothing',
  );
});
