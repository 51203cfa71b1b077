import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RepliesSettings } from '@pigeonpost/contract/calls/replies';
import { budgetWords, readingWords, stopWords } from './format-replies.ts';

const settings: RepliesSettings = {
  read_replies_hours: null,
  quiet_days: 3,
  budget: null,
  reply_text_days: 90,
  stop_languages: ['en', 'de'],
  stop_words: [],
};

test('a line of replies says when they are read, whom they keep alone, and what is kept', () => {
  assert.equal(
    readingWords(settings),
    'Read only when you ask. Who replied is left alone for 3 days; texts are kept for 90 days.',
  );
  assert.equal(
    readingWords({ ...settings, read_replies_hours: 4, quiet_days: 0, reply_text_days: 0 }),
    'Read every 4 hours. A later campaign may write to who replied; texts are not kept.',
  );
});

test('stop words are told by language, and one’s own by number', () => {
  assert.equal(stopWords(settings), 'Those of English and German');
  assert.equal(
    stopWords({ ...settings, stop_words: ['genug'] }),
    'Those of English and German, and 1 of your own',
  );
  assert.equal(
    stopWords({ ...settings, stop_languages: [], stop_words: ['genug'] }),
    '“Stop”, and 1 of your own',
  );
  assert.equal(stopWords({ ...settings, stop_languages: [] }), 'Only “stop”');
});

test('a budget is said with its number', () => {
  assert.equal(
    budgetWords({ ...settings, budget: 1 }),
    'After 1 message without a reply a person is left alone',
  );
  assert.match(budgetWords(settings), /^No limit/);
});
