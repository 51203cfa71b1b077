import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toldMoment } from './told.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const DAY_SECONDS = 86_400;

const moments = fc.option(fc.integer({ min: NOW - 5 * DAY_SECONDS * 1000, max: NOW + 60_000 }));
const ages = fc.integer({ min: 0, max: 30 * DAY_SECONDS * 1000 }).map((ms) => ms / 1000);
const known = fc.record({ backup_at: moments, known_until: moments, is_forgotten: fc.boolean() });

test('a moment that an agent says counts to the millisecond, between the backup and now', () => {
  fc.assert(
    fc.property(ages, known, (age, forgotten) => {
      const at = toldMoment(age, forgotten, NOW);
      const clicked = NOW - Math.round(age * 1000);
      const { backup_at } = forgotten;
      assert.ok(at !== null && at <= NOW);
      if (backup_at === null || backup_at <= clicked) assert.equal(at, clicked);
      else assert.equal(at, Math.min(backup_at, NOW));
    }),
  );
});

test('without a word it is the moment of the backup, else that of the last known grant, and never ahead', () => {
  fc.assert(
    fc.property(known, (forgotten) => {
      const { backup_at, known_until, is_forgotten } = forgotten;
      const since = backup_at ?? known_until;
      const expected = is_forgotten && since !== null ? Math.min(since, NOW) : null;
      assert.equal(toldMoment(undefined, forgotten, NOW), expected);
    }),
  );
});
