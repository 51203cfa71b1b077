import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyLimitOf } from '@pigeonpost/contract/call';
import fc from 'fast-check';
import { partInTurn } from '../src/testing/turn.ts';
import { addressOf, ask } from './ask.ts';
import { type ApiDocument, readDocument } from './document.ts';
import { valuesNear } from './document-values.ts';
import { everyCall, PLACES, type TriedCall } from './every-call.ts';
import type { Input } from './example.ts';
import { ownInput } from './inputs.ts';
import { type Stage, setStage, tokenFor } from './stage.ts';

/** The inputs of each call; set for a longer run. The seed is that of the run's turn, or as it is set. */
const { DOCUMENT_INPUTS = '5', DOCUMENT_SEED } = process.env;
const SEEDS = 1_000_000;
const seed = DOCUMENT_SEED === undefined ? partInTurn(SEEDS) : Number(DOCUMENT_SEED);
/** Node and the router refuse longer addresses before the contract is asked. */
const LONG_ADDRESS = 8000;

/** Refusals of inputs for what no schema can say: a rule of several values, or of what is stored. */
const RULES = [
  /reset_link_invalid/,
  /Name either where or a view, not both/,
  /Type the name exactly/,
  /No active profiles to open/,
  // The end is before the start.
  /Date input not valid/,
  /Delay end must be greater than or equal to delay start/,
  // What a draft may lack, and a campaign may not.
  /Please fill in all required fields/,
  // Days and ranges of the week among each other, and beside the present moment.
  /overlap|at most 4 ranges|at least 15 minutes|never meet your sending hours/,
  /must not be before the first|longer than a year|must not be in the future/,
  /The start must be|The last moment must be ahead/,
  // A row has a value for each column.
  /Row \d+ has/,
  // What is stored: lists, people, profiles and their folders, passwords.
  /leave out its own list|is no field of yours|Nobody would be|Nobody has this tag|already|fewer people/,
  /is inactive|is blocked|is signed out|whole path of a folder|default profiles|outside Firefox/,
  /Say why|administrator|username|password/,
  // Each kind of request has results of its own.
  /These are no results of/,
];

test('the server takes what the document allows, and refuses what the document refuses', async (t) => {
  const stage = await setStage(t);
  const document = await readDocument(stage.app.url);
  t.diagnostic(`DOCUMENT_SEED=${seed} DOCUMENT_INPUTS=${DOCUMENT_INPUTS}`);
  for (const call of everyCall.filter((one) => Object.keys(document.schemasOf(one)).length > 0))
    await t.test(call.name, async () => {
      const drawn = inputsNear(document, call, ownInput(call, stage.attacker));
      await fc.assert(
        fc.asyncProperty(drawn, (input) => tryInput(stage, document, { call, input })),
        { seed, numRuns: Number(DOCUMENT_INPUTS) },
      );
    });
});

/** The owner's input with one place of it near a limit. */
function inputsNear(document: ApiDocument, call: TriedCall, own: Input): fc.Arbitrary<Input> {
  const schemas = document.schemasOf(call);
  const near = PLACES.flatMap((place) => {
    const schema = schemas[place];
    if (!schema) return [];
    const values = valuesNear(schema, own[place], document.resolve);
    return [
      { arbitrary: values.map((value) => ({ ...own, [place]: value })), weight: place === 'params' ? 1 : 3 },
    ];
  });
  return fc.oneof(...near);
}

async function tryInput(
  stage: Stage,
  document: ApiDocument,
  { call, input }: { call: TriedCall; input: Input },
): Promise<void> {
  if (isTooLong(call, input)) return;
  const refused = document.refusedPlaces(call, input);
  const answer = await ask(stage.app.url, call, withoutWait(input), tokenFor(stage, call));
  const told = `${answer.status} ${answer.text.slice(0, 300)}`;
  if (refused.length > 0) assert.equal(answer.status, refused.includes('params') ? 404 : 400, told);
  else assert.ok(answer.status !== 400 || RULES.some((rule) => rule.test(answer.text)), told);
  const statuses = document.statusesOf(call);
  assert.ok(statuses.includes('default') || statuses.includes(String(answer.status)), told);
  if (call.method !== 'GET') await stage.restore();
}

function isTooLong(call: TriedCall, input: Input): boolean {
  const { length } = JSON.stringify(input.body ?? {});
  return addressOf(call, input).length > LONG_ADDRESS || length > bodyLimitOf(call.call) / 4;
}

/** A poll would wait for a clock that stands still. */
function withoutWait(input: Input): Input {
  const body = input.body as { wait_seconds?: unknown } | null | undefined;
  const waits = typeof body?.wait_seconds === 'number' && body.wait_seconds > 0 && body.wait_seconds <= 50;
  return waits ? { ...input, body: { ...body, wait_seconds: 0 } } : input;
}
