import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { spoiltInputs, validInputs } from './arbitraries.ts';
import { addressOf, ask, askRaw } from './ask.ts';
import { everyCall, type TriedCall } from './every-call.ts';
import type { Input } from './example.ts';
import { ownInput } from './inputs.ts';
import { problemOf, refusalsFor } from './judge.ts';
import { CONTENT_TYPES, RAW_BODIES } from './nasty.ts';
import { type Stage, setStage, tokenFor } from './stage.ts';

/** The number of inputs, and their seed: set for a longer run, or for another one. */
const { ABUSE_INPUTS = '500', ABUSE_SEED = '20261122' } = process.env;
const runs = (calls: number) => Math.ceil(Number(ABUSE_INPUTS) / 2 / calls);
const seed = Number(ABUSE_SEED);
const BEYOND_32_BITS = 2 ** 31;
// Less than any id of the two users, and more than any count.
const FIRST_ID = 1_000_000;

test('whatever is sent, no call fails, a refused call changes nothing, and an input that the schema refuses is refused', async (t) => {
  const stage = await setStage(t);
  t.diagnostic(`seed ${seed}, ${ABUSE_INPUTS} inputs`);
  for (const call of everyCall.filter(({ parts }) => Object.keys(parts).length > 0))
    await t.test(call.name, async () => {
      const drawn = fc.oneof(validInputs(call, stage.attacker), {
        arbitrary: spoiltInputs(call, stage.attacker),
        weight: 2,
      });
      const own = ownInput(call, stage.attacker);
      const examples: [Input][] = [[own], [withIds(own, BEYOND_32_BITS)], [withIds(own, 2 ** 53 - 1)]];
      await fc.assert(
        fc.asyncProperty(drawn, (input) => tryInput(stage, call, input)),
        { seed, numRuns: examples.length + runs(everyCall.length), examples },
      );
    });

  await t.test('invalid JSON, or JSON without a meaning, as the body', async () => {
    const withBody = everyCall.filter(({ method }) => method !== 'GET');
    const drawn = fc.record({
      name: fc.constantFrom(...withBody.map(({ name }) => name)),
      body: fc.constantFrom(...RAW_BODIES),
      contentType: fc.oneof(fc.constant('application/json'), fc.constantFrom(...CONTENT_TYPES)),
    });
    await fc.assert(
      fc.asyncProperty(drawn, async ({ name, body, contentType }) => {
        const call = withBody.find((one) => one.name === name) as TriedCall;
        const input = ownInput(call, stage.attacker);
        const answer = await askRaw(stage.app.url + addressOf(call, input), {
          method: call.method,
          token: tokenFor(stage, call),
          body: typeof body === 'string' ? body : Buffer.from(body),
          contentType,
        });
        await judge(stage, call, answer);
      }),
      { seed, numRuns: Number(ABUSE_INPUTS) / 2 },
    );
  });
});

/** The same input for another row. */
function withIds(input: Input, id: number): Input {
  const isId = (value: unknown) => typeof value === 'number' && value >= FIRST_ID;
  return JSON.parse(JSON.stringify(input, (_, value) => (isId(value) ? id : value)));
}

async function tryInput(stage: Stage, call: TriedCall, input: Input): Promise<void> {
  // A poll would wait for a clock that stands still.
  const body = input.body as { wait_seconds?: unknown } | undefined;
  if (typeof body?.wait_seconds === 'number' && body.wait_seconds > 0) body.wait_seconds = 0;
  const answer = await ask(stage.app.url, call, input, tokenFor(stage, call));
  const refusals = refusalsFor(call, input);
  if (refusals)
    assert.ok(
      refusals.includes(answer.status),
      `the contract refuses this (${refusals}), and the answer was ${answer.status} ${answer.text}`,
    );
  await judge(stage, call, answer);
}

/** The answer must be one of the contract's, and a refused call must have changed nothing. */
async function judge(stage: Stage, call: TriedCall, answer: { status: number; text: string }): Promise<void> {
  assert.equal(problemOf(call, answer), undefined);
  if (call.method === 'GET') return;
  const changes = await stage.changes();
  await stage.restore();
  const foreign = changes.filter(({ user_id }) => user_id === stage.victim.id);
  assert.deepEqual(foreign, []);
  if (answer.status >= 400) assert.deepEqual(changes, []);
}
