import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRanges } from './format-ranges.ts';

const on = (day: number, from: string, to: string) => ({ day, from, to });

test('neighbouring days with the same ranges are said together', () => {
  const workdays = [1, 2, 3, 4, 5].flatMap((day) => [on(day, '09:00', '12:00'), on(day, '13:00', '18:00')]);
  assert.equal(
    formatRanges([...workdays, on(7, '20:00', '02:00')]),
    'Mon–Fri 09:00–12:00 and 13:00–18:00, Sun 20:00–02:00',
  );
});

test('a day by itself, and days apart, keep their names', () => {
  assert.equal(
    formatRanges([on(1, '09:00', '10:00'), on(3, '09:00', '10:00')]),
    'Mon 09:00–10:00, Wed 09:00–10:00',
  );
});
