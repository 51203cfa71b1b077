import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayIn, rangeOf } from '../../date-range.ts';
import { lastDays, validateDashboardSearch } from './dashboard-search.ts';

const TODAY = '2026-09-13';

test('the default order is left out of the address, another one stays', () => {
  assert.deepEqual(validateDashboardSearch({ sort_by: 'messages_sent_desc', page: 2 }), { page: 2 });
  assert.deepEqual(validateDashboardSearch({ sort_by: 'success_rate_asc' }), { sort_by: 'success_rate_asc' });
  assert.deepEqual(validateDashboardSearch({ sort_by: 'toString', start_date: '' }), {});
});

test('one date alone is an open range', () => {
  assert.deepEqual(rangeOf({ start_date: '2026-09-01' }, TODAY), { start_date: '2026-09-01' });
  assert.deepEqual(rangeOf({}, TODAY), {});
});

test('the last days end today, which counts', () => {
  assert.deepEqual(lastDays(7, TODAY), { start_date: '2026-09-07', end_date: TODAY });
  assert.deepEqual(lastDays(undefined, TODAY), { start_date: undefined, end_date: undefined });
});

test('an invalid date, a future one, and an end before the start are no range', () => {
  assert.equal(rangeOf({ start_date: '2026-02-31' }, TODAY), undefined);
  assert.equal(rangeOf({ start_date: 'soon' }, TODAY), undefined);
  assert.equal(rangeOf({ end_date: '2026-09-14' }, TODAY), undefined);
  assert.equal(rangeOf({ start_date: '2026-09-10', end_date: '2026-09-09' }, TODAY), undefined);
});

test('the day is that of the zone', () => {
  const lateInLondon = Date.parse('2026-09-13T23:30:00Z');
  assert.equal(dayIn('UTC', lateInLondon), '2026-09-13');
  assert.equal(dayIn('Europe/Oslo', lateInLondon), '2026-09-14');
});
