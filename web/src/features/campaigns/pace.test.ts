import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDuration } from '../../format/format-time.ts';
import { secondsFor } from './pace.ts';

const settings = { max_retries: 3, delay_start: 350, delay_end: 450 };

test('profiles send in parallel, each with the mean pause between its messages', () => {
  assert.equal(secondsFor({ messages: 640, profiles: 2, settings }), 128_000);
  assert.equal(secondsFor({ messages: 3, profiles: 2, settings }), 800);
});

test('a forecast is rounded to its smaller unit', () => {
  assert.equal(formatDuration(secondsFor({ messages: 640, profiles: 2, settings }) ?? 0), '1 d 12 h');
  assert.equal(formatDuration(secondsFor({ messages: 685, profiles: 3, settings }) ?? 0), '1 d 1 h');
});

test('without a profile there is no forecast', () => {
  assert.equal(secondsFor({ messages: 640, profiles: 0, settings }), undefined);
});
