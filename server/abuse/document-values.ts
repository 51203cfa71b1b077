import { type Condition, whereOf } from '@pigeonpost/contract/people/conditions';
import fc from 'fast-check';
import { type ApiDocument, type DocumentSchema, OUR_FORMATS } from './document.ts';

type Fields = Record<string, unknown>;
type Resolve = ApiDocument['resolve'];
type Values = fc.Arbitrary<unknown>;

const CONDITIONS: Condition[] = [{ kind: 'do_not_contact', test: 'is' }];
/** Texts of the formats that the document names. */
const OF_FORMATS: Record<string, string[]> = {
  date: ['2026-09-12', '2024-02-29'],
  'date-time': ['2026-12-31T23:59:59.999Z', '2026-09-12T10:00:00+02:00'],
  uuid: ['6f0b9a5e-4a53-4c1e-9b43-2a0a4a7f3c11'],
  uri: ['https://club.example/chat', 'http://127.0.0.1:5280/'],
  'time-zone': ['Europe/Berlin', 'America/New_York', 'UTC'],
  'person-name': ['lena_42', '@Lena.K', 'a'],
  'email-address': ['ada@example.com', 'Ada.L+news@bücher.example'],
  conditions: [whereOf(CONDITIONS)],
  'leave-out': [JSON.stringify({ replied_days: 3 }), 'null'],
};
/** Texts for patterns that no row of letters keeps. */
const OF_PATTERNS = ['09:00', '18:30', '24:00', '12,13', '12', '0.12', '0.reply.12', '/p/north', 'north-42'];
/** Texts that patterns and formats refuse. None has spaces at its ends, which are dropped before a text is judged. */
const ODD = ['%%', 'a b', '-', '2026-02-30'];
const LETTERS = ['a', 'ж', '\u{1f99c}'];
const OTHER_TYPES = [null, true, 0.5, 'text', [], {}];
/** Items of a list that are sent; a longer one is for a test of bodies. */
const ITEMS_SENT = 600;
const TEXT_SENT = 6000;
/** Greater than any limit, where the document has none. */
const LARGE = 1e12;

/**
 * An input's value with one place of it drawn near the limits that the document sets: within them, or just outside. The
 * rest is as in the example, which is within them.
 */
export function valuesNear(schema: DocumentSchema, example: unknown, resolve: Resolve): Values {
  const { type, ...said } = resolve(schema);
  const other = fc.constantFrom(...OTHER_TYPES);
  if (Array.isArray(type))
    return fc.oneof(...type.map((one) => valuesNear({ ...said, type: one }, example, resolve)));
  const known = 'const' in said ? [said.const] : (said.enum as unknown[] | undefined);
  if (known) return fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 3 }, other);
  switch (type) {
    case 'object':
      return objectsNear(said, example, resolve);
    case 'array':
      return listsNear(said, example, resolve);
    case 'string':
      return fc.oneof({ arbitrary: textsNear(said), weight: 6 }, other);
    case 'integer':
    case 'number':
      return fc.oneof({ arbitrary: numbersNear(said), weight: 6 }, other);
    case 'boolean':
      return fc.oneof(fc.boolean(), other);
    case 'null':
      return fc.constant(null);
  }
  const options = (said.oneOf ?? said.anyOf) as DocumentSchema[] | undefined;
  if (options) return fc.oneof(...options.map((option) => valuesNear(option, example, resolve)));
  return fc.constant(example ?? null);
}

function objectsNear(schema: DocumentSchema, example: unknown, resolve: Resolve): Values {
  const whole = (typeof example === 'object' && example !== null ? example : {}) as Fields;
  const properties = { ...optionsOf(schema, resolve), ...(schema.properties as Fields | undefined) };
  const one = (name: string) =>
    valuesNear(properties[name] as DocumentSchema, whole[name], resolve).map((value) => ({
      ...whole,
      [name]: value,
    }));
  const changed = Object.keys(properties).map(one);
  const shortened = Object.keys(whole).map((name) => fc.constant(without(whole, name)));
  const keyed = schema.additionalProperties as DocumentSchema | boolean | undefined;
  const added =
    typeof keyed === 'object'
      ? valuesNear(keyed, undefined, resolve).chain((value) =>
          fc.constantFrom('12', 'a').map((name) => ({ ...whole, [name]: value })),
        )
      : fc.constant({ ...whole, unheard_of: 1 });
  if (changed.length === 0) return added;
  return fc.oneof(
    { arbitrary: fc.oneof(...changed), weight: 8 },
    { arbitrary: shortened.length > 0 ? fc.oneof(...shortened) : added, weight: 2 },
    { arbitrary: added, weight: 1 },
  );
}

/** The properties that the forms of an object have besides its own. */
function optionsOf(schema: DocumentSchema, resolve: Resolve): Fields {
  const options = (schema.oneOf ?? schema.anyOf ?? []) as DocumentSchema[];
  return Object.assign({}, ...options.map((option) => resolve(option).properties)) as Fields;
}

function listsNear(schema: DocumentSchema, example: unknown, resolve: Resolve): Values {
  const { minItems = 0, maxItems = 3 } = schema as { minItems?: number; maxItems?: number };
  const items = (schema.items ?? {}) as DocumentSchema;
  const [first] = Array.isArray(example) ? example : [];
  const good = first ?? exampleOf(items, resolve);
  const lengths = [minItems - 1, minItems, maxItems, maxItems + 1].filter(
    (length) => length >= 0 && length <= ITEMS_SENT,
  );
  const sized = fc.constantFrom(...lengths).map((length) => Array.from({ length }, (_, at) => nth(good, at)));
  const spoilt = valuesNear(items, good, resolve).map((item) => [item]);
  return fc.oneof(sized, spoilt);
}

/** Different values, where there can be any: a list may refuse the same one twice. */
const nth = (value: unknown, at: number) => (typeof value === 'number' ? value + at : value);

/** A value that a schema takes, the plainest one. */
function exampleOf(schema: DocumentSchema, resolve: Resolve): unknown {
  const said = resolve(schema);
  const [option] = (said.oneOf ?? said.anyOf ?? []) as DocumentSchema[];
  const known = 'const' in said ? [said.const] : (said.enum as unknown[] | undefined);
  if (known) return known[0];
  if (said.type === 'object') {
    const properties = (said.properties ?? {}) as Record<string, DocumentSchema>;
    const required = (said.required ?? []) as string[];
    return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {}, resolve)]));
  }
  if (said.type === 'integer' || said.type === 'number') return leastOf(said);
  if (said.type === 'string') return takenTexts(said)[0];
  if (said.type === 'array') return [];
  return option ? exampleOf(option, resolve) : null;
}

function textsNear(schema: DocumentSchema): Values {
  const odd = OUR_FORMATS.includes(String(schema.format)) ? [] : ODD;
  return fc.oneof(
    { arbitrary: fc.constantFrom(...takenTexts(schema)), weight: 3 },
    fc.constantFrom(...odd, ...misfitsOf(schema), ''),
  );
}

/** Texts at the limits of a schema, none of which it refuses. */
function takenTexts(schema: DocumentSchema): string[] {
  const { pattern = '', format } = schema as { pattern?: string; format?: string };
  if (format !== undefined) {
    const known = OF_FORMATS[format];
    if (!known) throw new Error(`No text of the format ${format} is known.`);
    return known;
  }
  const { minLength = 0, maxLength = TEXT_SENT } = schema as { minLength?: number; maxLength?: number };
  const lengths = [minLength, minLength + 1, maxLength].filter((length) => length > 0);
  const rows = LETTERS.flatMap((letter) => lengths.map((length) => letter.repeat(length)));
  const form = new RegExp(pattern, 'u');
  const taken = [...rows, ...OF_PATTERNS].filter((text) => form.test(text) && isWithin(text, schema));
  if (taken.length === 0) throw new Error(`No text that ${pattern} takes is known.`);
  return taken;
}

/** Rows of letters that are one too short or too long. */
function misfitsOf(schema: DocumentSchema): string[] {
  const { minLength = 0, maxLength } = schema as { minLength?: number; maxLength?: number };
  const lengths = maxLength === undefined ? [minLength - 1] : [minLength - 1, maxLength + 1];
  return LETTERS.flatMap((letter) => lengths.filter((length) => length > 0).map((one) => letter.repeat(one)));
}

function isWithin(text: string, { minLength = 0, maxLength = TEXT_SENT }: DocumentSchema): boolean {
  const { length } = [...text];
  return length >= Number(minLength) && length <= Number(maxLength);
}

function numbersNear(schema: DocumentSchema): Values {
  const { maximum = LARGE } = schema as { maximum?: number };
  const least = leastOf(schema);
  return fc.constantFrom(least - 1, least, least + 1, least + 0.5, maximum - 1, maximum, maximum + 1);
}

function leastOf(schema: DocumentSchema): number {
  const { minimum, exclusiveMinimum } = schema as { minimum?: number; exclusiveMinimum?: number };
  return minimum ?? (exclusiveMinimum === undefined ? -LARGE : exclusiveMinimum + 1);
}

const without = (object: Fields, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
