import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CopyFacts, judgeCopy, type KnownToAgent } from './copy.ts';

const NOW = 1000;
const MOST = 2 ** 52;

const few = fc.nat({ max: 4 });
const maybe = <T>(drawn: fc.Arbitrary<T>) => fc.option(drawn, { nil: undefined });
/** Epochs on both sides of the clock's. */
const epochs = fc.integer({ min: NOW - 2, max: NOW + 2 });
const draws = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const knowns: fc.Arbitrary<KnownToAgent> = fc.record({
  mark: maybe(few),
  epoch: maybe(epochs),
  profiles: maybe(fc.array(fc.record({ profile_id: fc.integer({ min: 1, max: 2 }), grant_number: few }))),
  merged: maybe(epochs),
});
const tables: fc.Arbitrary<CopyFacts> = fc.record({
  epoch: epochs,
  merged_epoch: fc.option(epochs),
  mark: few,
  is_frozen: fc.boolean(),
  granted: fc.record({ 1: few, 2: fc.option(few) }),
});

const judge = (known: KnownToAgent | undefined, facts: CopyFacts, draw = 0) =>
  judgeCopy(known, facts, { now: NOW, draw });

/** What an agent knows that the tables do not. */
function isMissing({ mark = 0, epoch, profiles = [] }: KnownToAgent, facts: CopyFacts) {
  const { granted } = facts;
  const inProfile = ({ profile_id: id, grant_number }: (typeof profiles)[number]) =>
    grant_number > (granted?.[id] ?? -1);
  return {
    mark: mark > facts.mark,
    grant: epoch === facts.epoch && profiles.some(inProfile),
    epoch: epoch !== undefined && epoch > facts.epoch,
    merge: facts.is_frozen && facts.merged_epoch !== facts.epoch,
  };
}

test('an agent that knows no more than the tables freezes nobody and is told what they say', () => {
  fc.assert(
    fc.property(maybe(knowns), tables, draws, (known, facts, draw) => {
      const missing = isMissing(known ?? {}, facts);
      // One that says that it merged knows more, where the tables do not say so.
      const hasMerged = missing.merge && known?.merged === facts.epoch;
      fc.pre(!missing.mark && !missing.grant && !missing.epoch && !hasMerged);
      const { epoch, mark } = facts;
      assert.deepEqual(judge(known, facts, draw), { epoch, mark, has_frozen: false, missing: 0 });
    }),
  );
});

test('a missing mark freezes, unless a freeze waits already for the merge of this agent', () => {
  fc.assert(
    fc.property(knowns, tables, few, (drawn, facts, more) => {
      const known = { ...drawn, mark: facts.mark + 1 + more };
      const { is_frozen, epoch, merged_epoch } = facts;
      const isToMerge = known.epoch === undefined ? merged_epoch !== epoch : known.epoch < epoch;
      const { has_frozen } = judge(known, facts);
      assert.equal(has_frozen, !(is_frozen && isToMerge));
    }),
  );
});

test('a missing grant of the same epoch freezes, frozen or not', () => {
  fc.assert(
    fc.property(knowns, tables, (drawn, facts) => {
      const known = { ...drawn, epoch: facts.epoch };
      fc.pre(isMissing(known, facts).grant);
      assert.ok(judge(known, facts).has_frozen);
    }),
  );
});

test('a newer epoch freezes, and so does a merge that a frozen user has forgotten', () => {
  fc.assert(
    fc.property(knowns, tables, (drawn, facts) => {
      assert.ok(judge({ ...drawn, epoch: facts.epoch + 1 }, facts).has_frozen);
      const known = { ...drawn, merged: facts.epoch };
      const missing = isMissing(known, facts);
      fc.pre(missing.merge && !missing.mark);
      assert.ok(judge(known, facts).has_frozen);
    }),
  );
});

test('grants of another epoch prove nothing, whatever they are', () => {
  fc.assert(
    fc.property(knowns, tables, (known, facts) => {
      fc.pre(known.epoch !== facts.epoch);
      assert.deepEqual(judge(known, facts), judge({ ...known, profiles: [] }, { ...facts, granted: null }));
    }),
  );
});

test('a freeze begins an epoch after all that are known and the clock, by at most a second', () => {
  fc.assert(
    fc.property(knowns, tables, draws, (known, facts, draw) => {
      const { epoch, has_frozen } = judge(known, facts, draw);
      fc.pre(has_frozen);
      const last = Math.max(facts.epoch, known.epoch ?? 0, NOW);
      assert.ok(epoch > last && epoch <= last + 1000);
    }),
  );
});

test('two draws that differ make two epochs', () => {
  const facts = { epoch: 1, merged_epoch: null, mark: 0, is_frozen: false, granted: null };
  const epochOf = (draw: number) => judge({ mark: 1 }, facts, draw).epoch;
  assert.deepEqual([epochOf(0), epochOf(0.5), epochOf(0.9999)], [NOW + 1, NOW + 501, NOW + 1000]);
});

test('the mark only rises, by what is missing, and a second call of the same agent is no news', () => {
  fc.assert(
    fc.property(knowns, tables, (known, facts) => {
      const { mark, missing, epoch, has_frozen } = judge(known, facts);
      assert.equal(mark, Math.max(facts.mark, known.mark ?? 0));
      assert.equal(missing, mark - facts.mark);
      // No agent has merged for an epoch that is only drawn now.
      fc.pre(has_frozen && known.merged !== epoch);
      const after = { ...facts, mark, epoch, is_frozen: true };
      assert.deepEqual(judge(known, after), { epoch, mark, has_frozen: false, missing: 0 });
    }),
  );
});

test('a number beyond the highest that an honest agent names is cut', () => {
  const above = fc.integer({ min: MOST + 1, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(above, above, draws, tables, (mark, epoch, draw, facts) => {
      const told = judge({ mark, epoch }, facts, draw);
      assert.equal(told.mark, MOST);
      assert.equal(told.epoch, MOST + 1 + Math.floor(draw * 1000));
      const again = judge({ mark, epoch }, { ...facts, ...told, is_frozen: true }, draw);
      assert.deepEqual(again, { ...told, has_frozen: false, missing: 0 });
    }),
  );
});
