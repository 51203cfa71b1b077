import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportReplies } from '../report-replies.ts';
import { toTime } from './replies.ts';

test('the time of a reply is as precise as the attribute tells it', () => {
  const told = (said: string) => {
    const { at, precisionSeconds } = toTime(said);
    return [at.toISOString(), precisionSeconds];
  };
  assert.deepEqual(told('2026-11-29T14:30:07Z'), ['2026-11-29T14:30:07.000Z', 0]);
  assert.deepEqual(told('2026-11-29T14:30Z'), ['2026-11-29T14:30:00.000Z', 60]);
  assert.deepEqual(told('2026-11-29 14:30+01:00'), ['2026-11-29T13:30:00.000Z', 60]);
  // Somewhere on earth the day begins 14 hours before it does in UTC, and ends 12 hours after it.
  assert.deepEqual(told('2026-11-29'), ['2026-11-28T10:00:00.000Z', 50 * 3_600]);
  assert.deepEqual(told('1764426607'), ['2025-11-29T14:30:07.000Z', 0]);
  assert.throws(() => toTime('3 h'), /says "3 h"/);
});

test('how rough a time is goes on to the server, within its bounds', () => {
  const at = new Date('2026-11-29T13:00:00Z');
  const told = (precisionSeconds?: number) =>
    reportReplies([
      { person: 'anna', at, text: 'STOP', ...(precisionSeconds !== undefined && { precisionSeconds }) },
    ])[0]?.precision_seconds;
  assert.deepEqual([told(), told(0), told(3_600), told(1e9)], [undefined, undefined, 3_600, 31 * 86_400]);
});
