import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ForgottenFacts, type ForgottenWord, judgeForgotten } from './by-name.ts';

const NOW = Date.parse('2026-11-02T00:30:00Z');
const MOST = 100_000;

const words: fc.Arbitrary<ForgottenWord> = fc.record({
  campaign_id: fc.constant(7),
  outcome: fc.constantFrom('sent', 'unknown'),
  age: fc.constantFrom(undefined, 0, 60, 7200),
  name: fc.constantFrom('ada', 'bo'),
  draw: fc.constantFrom(0, 0.5, 1),
});
const facts: fc.Arbitrary<ForgottenFacts> = fc.record({
  backup_at: fc.constantFrom(null, NOW - 3_600_000),
  known_until: fc.constantFrom(null, NOW - 7_200_000),
  by_name: fc.constantFrom(0, MOST - 1, MOST, MOST + 1),
  trace: fc.option(
    fc.record({
      recipient: fc.constantFrom('ada', 'bo'),
      begun_at: fc.constant(NOW - 90_000),
      is_own: fc.boolean(),
      is_settled: fc.boolean(),
    }),
  ),
  told: fc.record({
    zone: fc.constantFrom({ changes: [], ahead: [0] }, { changes: [], ahead: [-60] }),
    sent_by: fc.option(fc.constant(3)),
    is_told_heard: fc.boolean(),
    is_row_heard: fc.boolean(),
  }),
  delay_start: fc.constant(350),
  delay_end: fc.constant(450),
});
const forAll = (holds: (word: ForgottenWord, known: ForgottenFacts) => void): unknown =>
  fc.assert(fc.property(words, facts, holds), { numRuns: 2000 });

const isOf = ({ trace }: ForgottenFacts, { name }: ForgottenWord) => trace?.recipient === name;

test('a repeat is answered alike however many are believed, and says nothing', () => {
  forAll((word, known) => {
    const { answer, believed } = judgeForgotten(word, known, NOW);
    const isRepeat = isOf(known, word) && known.trace?.is_own === true;
    if (isRepeat) assert.deepEqual([answer !== 'stale', believed], [true, null]);
    else assert.equal(answer === 'stale', known.by_name >= MOST);
    assert.equal(believed === null, isRepeat || answer === 'stale');
  });
});

test('each message is noted, and counts once, whatever has become of its ids', () => {
  forAll((word, known) => {
    const { answer, believed } = judgeForgotten(word, known, NOW);
    if (believed === null) return;
    const { state, note, counts, told_at } = believed;
    assert.equal(state, answer);
    assert.equal(state, word.outcome === 'sent' ? 'sent' : 'uncertain');
    assert.equal(note?.last_messaged_at ?? null, state === 'sent' ? told_at : null);
    assert.equal(note?.begun[7]?.unclear ?? false, state === 'uncertain');
    const isHeard = state === 'sent' && known.told.is_told_heard;
    assert.deepEqual(note?.without_reply, isHeard ? { 7: told_at / 1000 } : {});
    assert.equal(counts === null, isOf(known, word));
  });
});

test('it was sent when its agent says, and counts for that day and for the profile, whose pace goes on from there', () => {
  forAll((word, known) => {
    const { believed } = judgeForgotten(word, { ...known, trace: null }, NOW);
    if (believed === null) return;
    const { told_at, counts } = believed;
    const since = known.backup_at ?? known.known_until;
    const at =
      word.age === undefined
        ? (since ?? NOW)
        : Math.max(NOW - word.age * 1000, known.backup_at ?? Number.NEGATIVE_INFINITY);
    assert.equal(told_at, at);
    assert.equal(counts?.sent_by, known.told.sent_by);
    assert.equal(counts?.due_at, at + (350 + word.draw * 100) * 1000);
    const { zone } = known.told;
    const ahead = typeof zone === 'string' ? Number.NaN : (zone.ahead[0] ?? 0);
    assert.equal(counts?.day, new Date(at + ahead * 60_000).toISOString().slice(0, 10));
  });
});
