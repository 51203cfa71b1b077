import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyState } from './copy-state.ts';
import { faultSteps, ownSteps } from './next-steps.ts';
import { RULES } from './rules.ts';
import { fingerprint, isSame } from './same-state.ts';
import type { State } from './state.ts';
import { apply } from './steps.ts';
import { PACED, started } from './worlds.ts';

const STATES = 1000;
/** So many steps lead to states that are known. */
const STEPS = 8000;

test('states have the same fingerprint only if they have the same content', () => {
  const byText = new Map<string, State>();
  const fingerprints = new Set<number>();
  for (const state of near(started(PACED))) {
    const text = JSON.stringify(state);
    const before = byText.get(text);
    byText.set(text, state);
    if (before) assert.equal(fingerprint(state), fingerprint(before));
    fingerprints.add(fingerprint(state));
  }
  assert.ok(byText.size >= STATES);
  assert.equal(fingerprints.size, byText.size);
  const [first, second] = byText.values();
  assert.ok(first && second);
  assert.ok(isSame(first, copyState(first)));
  assert.ok(!isSame(first, second));
});

/** States that follow from it by any steps, some of them several times. */
function near(first: State): State[] {
  const states = [first];
  for (let index = 0; states.length < STEPS; index += 1) {
    const from = states[index] ?? first;
    for (const step of [...ownSteps(from), ...faultSteps(from)]) {
      const next = copyState(from);
      apply(next, step, RULES);
      states.push(next);
    }
  }
  return states;
}
