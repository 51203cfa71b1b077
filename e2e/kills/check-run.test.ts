import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProblems, type Outcome } from './check-run.ts';
import { PHASES, TARGETS } from './plan.ts';

/** A run in which each program was killed in each phase, without a problem. */
function goodRun(): Outcome {
  return {
    plan: TARGETS.flatMap((target) => PHASES.map((phase) => ({ target, phase, at: 0 }))),
    kills: TARGETS.flatMap((target) =>
      PHASES.map((phase) => ({ target, phase, recipient: 'lena.clay', hadOutcome: false })),
    ),
    deliveries: [
      { recipient: 'lena.clay', status: 'sent', state: 'sent', reason: null },
      { recipient: 'nils.oak', status: 'failed', state: 'uncertain', reason: null },
      { recipient: 'nobody', status: 'not_found', state: 'not_found', reason: null },
    ],
    unknown: ['nobody'],
    arrivals: new Map([['lena.clay', 1]]),
    replays: new Map([['lena.clay', 'sent']]),
  };
}

function problemsWith(change: Partial<Outcome>): string[] {
  return findProblems({ ...goodRun(), ...change });
}

function problemsWhen(recipient: string, change: { status?: string; state: string | null }): string[] {
  const deliveries = goodRun().deliveries.map((one) =>
    one.recipient === recipient ? { ...one, ...change } : one,
  );
  return problemsWith({ deliveries });
}

test('a run in which all held has no problems', () => {
  assert.deepEqual(findProblems(goodRun()), []);
});

test('a second message, an unknown recipient and a name without one final state are problems', () => {
  assert.deepEqual(problemsWith({ arrivals: new Map([['lena.clay', 2]]) }), [
    'lena.clay was written to 2 times.',
  ]);
  const strangers = new Map([...goodRun().arrivals, ['mia.gran', 1]] as const);
  assert.deepEqual(problemsWith({ arrivals: strangers }), [
    'mia.gran is not in the list and was written to.',
  ]);
  assert.match(problemsWhen('nils.oak', { state: 'waiting' }).join(), /nils.oak ended as waiting.*not final/);
  assert.match(problemsWhen('nils.oak', { state: null }).join(), /nils.oak ended as never tried/);
  assert.match(
    problemsWhen('nils.oak', { state: 'failed', status: 'pending' }).join(),
    /the list says pending/,
  );
});

test('an arrived message may not end as failed, nor a missing one as sent', () => {
  const arrived = new Map([...goodRun().arrivals, ['nils.oak', 1]] as const);
  assert.deepEqual(problemsWith({ arrivals: arrived }), []);
  assert.match(problemsWhen('lena.clay', { state: 'failed', status: 'failed' }).join(), /was written to and/);
  assert.match(problemsWhen('nils.oak', { state: 'sent', status: 'sent' }).join(), /was not written to and/);
  assert.match(
    problemsWhen('nobody', { state: 'failed', status: 'failed' }).join(),
    /did not end as not_found/,
  );
});

test('a kill between send and result must end as sent, and the restarted agent must report it', () => {
  const problems = problemsWhen('lena.clay', { state: 'uncertain', status: 'failed' });
  assert.ok(problems.includes('lena.clay: Firefox killed between send and result, ended as uncertain.'));
  assert.deepEqual(problemsWith({ replays: new Map([['lena.clay', 'failed']]) }), [
    'lena.clay was written to, and the restarted agent said failed of it.',
  ]);
});

test('a kill that did not happen and a phase in which agent or server was never killed are problems', () => {
  const kills = goodRun().kills.filter(({ target, phase }) => target !== 'server' || phase !== 'after');
  assert.deepEqual(problemsWith({ kills }), [
    'Of 4 planned kills of the server, 3 happened.',
    'The server was never killed after.',
  ]);
  const plan = goodRun().plan.filter(({ target, phase }) => target !== 'server' || phase !== 'after');
  assert.deepEqual(problemsWith({ plan, kills }), []);
});
