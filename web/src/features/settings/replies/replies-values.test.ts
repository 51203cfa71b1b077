import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorsOf, type RepliesValues, settingsOf, valuesOf } from './replies-values.ts';

const typed: RepliesValues = {
  read_replies_hours: '',
  quiet_days: '0',
  budget: ' ',
  reply_text_days: '90',
  stop_languages: ['en'],
  stop_words: ' nei takk \n\n  \nslutt',
};

test('an empty field is no budget and no reading, and a blank line no stop word', () => {
  assert.deepEqual(settingsOf(typed), {
    read_replies_hours: null,
    quiet_days: 0,
    budget: null,
    reply_text_days: 90,
    stop_languages: ['en'],
    stop_words: ['nei takk', 'slutt'],
  });
  assert.deepEqual(settingsOf({ budget: '3' }), { budget: 3 });
});

test('no quiet days and no budget are allowed, and words that nobody can reply are not', () => {
  const wrong = (change: Partial<RepliesValues>) =>
    Object.entries(errorsOf({ ...typed, ...change })).flatMap(([field, error]) => (error ? [field] : []));
  assert.deepEqual(wrong({}), []);
  assert.deepEqual(wrong({ quiet_days: '', budget: '0', reply_text_days: '1.5', stop_words: '!!' }), [
    'quiet_days',
    'budget',
    'reply_text_days',
    'stop_words',
  ]);
});

test('saved settings are typed as they were', () => {
  const values = { ...typed, budget: '', stop_words: 'nei takk\nslutt' };
  const saved = {
    read_replies_hours: null,
    quiet_days: 0,
    budget: null,
    reply_text_days: 90,
    stop_languages: typed.stop_languages,
    stop_words: ['nei takk', 'slutt'],
  };
  assert.deepEqual(valuesOf(saved), values);
});
