import { type Condition, whereOf } from '@pigeonpost/contract/people/conditions';
import fc from 'fast-check';
import type { TriedCall } from './every-call.ts';
import type { Belongings, Input } from './example.ts';
import { pathOf } from './example.ts';
import { NASTY_NUMBERS, NASTY_TEXTS, NASTY_VALUES } from './nasty.ts';
import { isOptional, type SchemaPart, takes } from './schema-parts.ts';

const ITEMS = 6;
// Values for our own rules, which no schema shows: a new password, a day, a time, a zone, a folder.
const WORDS = [
  'Gentle-otter-vineyard-42',
  '2026-09-12',
  '2026-12-31T23:59:59.999Z',
  'Europe/Berlin',
  '/p/north',
  'north_42',
  'Hi {username}!',
];
// For rules that none of these keeps.
const CONDITIONS: Condition[] = [{ kind: 'messaged', test: 'not_within', days: 3 }];
const RARE_WORDS = [
  2,
  '12,13',
  '0.12',
  '0.reply.12',
  'https://club.example/chat',
  'ada@example.com',
  CONDITIONS,
  whereOf(CONDITIONS),
];

/** Inputs that a call's schemas accept, with ids and names of these belongings among them. */
export function validInputs({ parts }: TriedCall, things: Belongings): fc.Arbitrary<Input> {
  return fc.record(
    Object.fromEntries(Object.entries(parts).map(([place, part]) => [place, valuesOf(part, things)])),
  ) as fc.Arbitrary<Input>;
}

/** The same with one deliberately wrong place; often the schemas refuse it. */
export function spoiltInputs(call: TriedCall, things: Belongings): fc.Arbitrary<Input> {
  return fc
    .tuple(validInputs(call, things), fc.nat(), fc.constantFrom(...NASTY_VALUES))
    .map(([input, choice, nasty]) => spoil(input, choice, nasty));
}

function valuesOf(part: SchemaPart, things: Belongings): fc.Arbitrary<unknown> {
  switch (part.kind) {
    case 'object': {
      const fields = Object.fromEntries(
        Object.entries(part.fields).map(([key, field]) => [key, valuesOf(field, things)]),
      );
      const requiredKeys = Object.keys(fields).filter((key) => !isOptional(part.fields[key] as SchemaPart));
      return fc.record(fields, { requiredKeys });
    }
    case 'list':
      return fc.array(valuesOf(part.item, things), {
        minLength: takes(part.schema, []) ? 0 : 1,
        maxLength: ITEMS,
      });
    case 'record':
      return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: ITEMS });
    case 'either':
      return fc.oneof(...part.options.map((option) => valuesOf(option, things)));
    case 'choice':
      return fc.constantFrom(...part.values);
    case 'number':
      return taken(
        part,
        [things.id, things.id + 1, things.id + 2, 1, 0, 30, 100, ...NASTY_NUMBERS],
        [fc.integer(), fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true })],
      );
    case 'text':
    case 'anything':
      return taken(
        part,
        [
          things.name,
          pathOf(things.name),
          things.token,
          things.held_token,
          things.user_code,
          ...WORDS,
          ...NASTY_TEXTS,
        ],
        [fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.string({ maxLength: 2000 })],
      );
  }
}

/** The values, given or drawn, that the schema accepts. */
function taken(
  { schema }: SchemaPart,
  known: unknown[],
  drawn: fc.Arbitrary<unknown>[],
): fc.Arbitrary<unknown> {
  const common = known.filter((value) => takes(schema, value));
  const good = common.length > 0 ? common : RARE_WORDS.filter((value) => takes(schema, value));
  if (good.length === 0) throw new Error('No value that this schema takes is known: add one to WORDS.');
  // If few texts are accepted, such as days, drawing until one fits would take for ever.
  return fc
    .tuple(fc.constantFrom(...good), fc.option(fc.oneof(...drawn), { nil: undefined }))
    .map(([value, other]) => (other !== undefined && takes(schema, other) ? other : value));
}

/** Puts a value in one place of an input: a field, a member of a list, the whole body. */
function spoil(input: Input, choice: number, nasty: unknown): Input {
  const spoilt = structuredClone(input);
  const places: { holder: Record<string, unknown>; key: string }[] = [];
  const collect = (holder: Record<string, unknown>, isInput: boolean) => {
    for (const [key, value] of Object.entries(holder)) {
      // Params and query are always fields of an address.
      if (!isInput || key === 'body') places.push({ holder, key });
      if (typeof value === 'object' && value !== null) collect(value as Record<string, unknown>, false);
    }
  };
  collect(spoilt as Record<string, unknown>, true);
  const place = places[choice % places.length];
  if (place) place.holder[place.key] = nasty;
  return spoilt;
}
