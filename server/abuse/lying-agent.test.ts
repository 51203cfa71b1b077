import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OUTCOMES } from '@pigeonpost/contract/agent';
import fc from 'fast-check';
import { assertEngineInvariants } from '../src/testing/engine-invariants.ts';
import { ask } from './ask.ts';
import { everyCall, type TriedCall } from './every-call.ts';
import type { Input } from './example.ts';
import { pathOf } from './example.ts';
import { problemOf } from './judge.ts';
import { idPattern } from './marks.ts';
import { NASTY_NUMBERS, NASTY_VALUES } from './nasty.ts';
import { type Stage, setStage } from './stage.ts';

const { ABUSE_INPUTS = '500', ABUSE_SEED = '20261122' } = process.env;
const STEPS = 20;
const seed = Number(ABUSE_SEED);

/**
 * A step of a lying agent: a call with an input, or waiting. Tokens are picked among those that it was given; an honest
 * step names the right row for its token, another may name any.
 */
type Step = { name: string; input: Input; token?: number; isHonest?: boolean } | { seconds: number };

test('an agent with every kind of lie changes only its owner’s rows, without a contradiction', async (t) => {
  const stage = await setStage(t);
  // A fixed pause, not a random one, so that times are the same in every run.
  await stage.app.database.pool.query('update settings set delay_start = 400, delay_end = 400');
  await stage.keep();
  t.diagnostic(`seed ${seed}`);
  await fc.assert(
    fc.asyncProperty(fc.array(stepsOf(stage), { minLength: 5, maxLength: STEPS }), async (steps) => {
      await play(stage, steps);
      await assertEngineInvariants(stage.app.database.pool);
      const changes = await stage.changes();
      await stage.restore();
      assert.deepEqual(
        changes.filter(({ user_id }) => user_id === stage.victim.id),
        [],
      );
      // A lie about the victim's rows leaves no trace of them with the attacker.
      const pattern = idPattern(stage.victim);
      assert.deepEqual(
        changes.filter(
          ({ table, is }) => table !== 'requests' && table !== 'agents' && pattern.test(is ?? ''),
        ),
        [],
      );
    }),
    { seed, numRuns: Math.ceil(Number(ABUSE_INPUTS) / 2 / STEPS) },
  );
});

async function play({ app, attacker }: Stage, steps: Step[]): Promise<void> {
  const { id: campaign_id } = attacker;
  const given: Given[] = [
    { token: attacker.token, campaign_id, recipient_id: campaign_id + 1 },
    { token: attacker.held_token, campaign_id, recipient_id: campaign_id },
  ];
  for (const step of steps) {
    if ('seconds' in step) {
      app.clock.advance(step.seconds * 1000);
      continue;
    }
    const call = everyCall.find(({ name }) => name === step.name) as TriedCall;
    const own = step.token === undefined ? undefined : given[step.token % given.length];
    const params = own ? { token: own.token } : step.input.params;
    const body = own && step.isHonest ? { ...(step.input.body as object), ...idsOf(own) } : step.input.body;
    const answer = await ask(app.url, call, { params, body }, attacker.agent.token);
    assert.equal(problemOf(call, answer), undefined, step.name);
    if (step.name !== 'POST /api/agent/work' || answer.status !== 200) continue;
    given.push(...(JSON.parse(answer.text) as { deliveries: Given[] }).deliveries);
  }
}

type Given = { token: string; campaign_id: number; recipient_id: number };

function idsOf({ campaign_id, recipient_id }: Given): Partial<Given> {
  return { campaign_id, recipient_id };
}

function stepsOf({ victim, attacker }: Stage): fc.Arbitrary<Step> {
  const ids = fc.oneof(
    { arbitrary: fc.nat(8).map((next) => attacker.id + next), weight: 4 },
    fc.nat(8).map((next) => victim.id + next),
    fc.constantFrom(...NASTY_NUMBERS, 1, 2 ** 53 - 1),
  );
  const tokens = fc.constantFrom(attacker.token, attacker.held_token, victim.token, victim.held_token);
  const words = fc.constantFrom(...NASTY_VALUES);
  const honesty = fc.oneof({ arbitrary: fc.constant(true), weight: 2 }, fc.constant(false));
  const paths = [0, 1, 2, 3, 4, 5, 6].map((next) => pathOf(attacker.name) + (next === 0 ? '' : `-${next}`));
  const result = fc.record(
    {
      campaign_id: ids,
      recipient_id: ids,
      outcome: fc.constantFrom(...OUTCOMES),
      server_id: fc.constantFrom(attacker.server_id, '00000000-0000-4000-8000-000000000001'),
      blocked: fc.boolean(),
      signed_out: fc.boolean(),
      profile_in_use: fc.boolean(),
      site_unreachable: fc.boolean(),
      reason: fc.oneof(fc.string(), words),
    },
    { requiredKeys: ['campaign_id', 'recipient_id', 'outcome'] },
  );
  const work = fc.record(
    {
      capacity: fc.constantFrom(0, 1, 3, 1000),
      wait_seconds: fc.constant(0),
      profile_paths: fc.subarray([...paths, pathOf(victim.name)]),
      holding: fc.record({ deliveries: fc.array(tokens), requests: fc.array(ids) }),
      grants: fc.record({
        epoch: fc.constantFrom(0, 1, 2, 2 ** 53 - 1, -1),
        profiles: fc.array(fc.record({ profile_id: ids, grant_number: fc.oneof(fc.nat(5), ids) }), {
          maxLength: 4,
        }),
      }),
    },
    { requiredKeys: ['capacity', 'wait_seconds', 'profile_paths'] },
  );
  const request = fc.record(
    {
      status: fc.constantFrom('completed', 'failed'),
      results: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), words),
      error_message: fc.oneof(fc.string(), words),
    },
    { requiredKeys: ['status'] },
  );
  const ofDelivery = (what: string, body: fc.Arbitrary<unknown>): fc.Arbitrary<Step> =>
    fc.oneof(
      {
        arbitrary: fc
          .record({ token: fc.nat(20), body, isHonest: honesty })
          .map(({ token, body: told, isHonest }) => ({
            name: `POST /api/agent/deliveries/{token}/${what}`,
            token,
            isHonest: isHonest && what === 'result',
            input: { body: told },
          })),
        weight: 3,
      },
      fc.record({ token: tokens, body }).map(({ token, body: told }) => ({
        name: `POST /api/agent/deliveries/{token}/${what}`,
        input: { params: { token }, body: told },
      })),
    );
  const ofRequest = (what: string): fc.Arbitrary<Step> =>
    fc.record({ id: ids, body: request }).map(({ id, body }) => ({
      name: `POST /api/agent/requests/{id}/${what}`,
      input: { params: { id }, body },
    }));
  return fc.oneof(
    { arbitrary: work.map((body): Step => ({ name: 'POST /api/agent/work', input: { body } })), weight: 3 },
    { arbitrary: ofDelivery('begin', fc.constant({})), weight: 3 },
    { arbitrary: ofDelivery('result', result), weight: 6 },
    ofDelivery('release', fc.constant({})),
    ofRequest('progress'),
    ofRequest('result'),
    fc.constantFrom(1, 61, 451).map((seconds): Step => ({ seconds })),
  );
}
