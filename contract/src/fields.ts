import * as z from 'zod';
import { PERSON_NAME_MAX } from './limits.ts';
import { LAST_CAMPAIGN_ID } from './tests.ts';
import { countCharacters, isLongerThan } from './text/characters.ts';
import { isVisible, visibleLine } from './text/visible-text.ts';

/** The id of a row, in an answer or a body. */
export const Id = z.int().positive();

/** The id of a row in an address. */
export const IdParams = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });

/** The id of a campaign or a list in an address: those of tests are no addresses (docs/engine.md#tests). */
export const CampaignOrListParams = z.object({
  id: z.coerce.number().int().positive().max(LAST_CAMPAIGN_ID),
});

/** A person in an address, by a name in any of its forms. */
export const PersonParams = z.object({
  name: z
    .string()
    .refine((name) => !isLongerThan(name, PERSON_NAME_MAX), 'No name is this long')
    .meta({ maxLength: PERSON_NAME_MAX }),
});

/** A moment: ISO 8601 in UTC. */
export const Time = z.string();

/** An answer without content: the call succeeded. */
export const EmptyAnswer = z.object({}).meta({ id: 'EmptyAnswer' });

const NOTHING_TO_CHANGE = 'Nothing to change: name at least one field';

/** Lone surrogates, Unicode noncharacters, and U+0000, which PostgreSQL refuses. */
export const NOT_A_CHARACTER = /[\p{Surrogate}\p{Noncharacter_Code_Point}\0]/u;
export const NOT_STORABLE = 'This text contains a character that cannot be stored. Please remove it.';

/**
 * What the API's document says of a text beside its type, as the `meta` of its schema. Zod's own limits count an emoji as
 * two and have one sentence each; so lengths are rules of ours in characters (code points), as JSON Schema counts them.
 */
export interface TextForm {
  minLength?: number;
  maxLength?: number;
  /** The source of a regular expression with the flag u. */
  pattern?: string;
  /** date, date-time, …, or one of ours: a time-zone, an email-address, or a name as lists have it. */
  format?: string;
  /** What holds besides, such as what is not counted. */
  description?: string;
}

/** Something but spaces. */
export const NOT_BLANK = '\\S';
const TRIMMED = 'Spaces at its ends are dropped first.';
/** What is said of a text that is kept in the form of `visibleLine`. */
export const ONE_LINE =
  'Kept on one line, in Unicode’s form NFC, without spaces at its ends and without what cannot be seen. That form is counted.';

/** A text of any lines that shows something. */
export function requiredText(name: string, max: number) {
  return z
    .string(`${name} is required`)
    .trim()
    .min(1, `${name} is required`)
    .refine(isVisible, `${name} is required`)
    .refine((text) => !isLongerThan(text, max), tooLong(name, max))
    .meta({ minLength: 1, maxLength: max, pattern: NOT_BLANK, description: TRIMMED } satisfies TextForm);
}

/** A name, or another text of one line that others read, in its stored form (docs/behaviour.md#visible-text). */
export function requiredName(name: string, max: number) {
  return z
    .string(`${name} is required`)
    .overwrite(visibleLine)
    .min(1, `${name} is required`)
    .refine((text) => !isLongerThan(text, max), tooLong(name, max))
    .meta({ minLength: 1, maxLength: max, pattern: NOT_BLANK, description: ONE_LINE } satisfies TextForm);
}

const tooLong = (name: string, max: number) =>
  `${name} must not exceed ${max.toLocaleString('en-US')} characters`;

interface Size {
  min?: number;
  max: number;
  /** The sentence for a text that is too short or too long; without it that the field is not valid. */
  error?: string;
  /** For one that is too short, if that has another sentence. */
  tooShort?: string;
}

/** Holds a text to a number of characters, and says so in the API's document. */
export function sized<Text extends z.ZodString>(
  text: Text,
  { min = 0, max, error, tooShort = error }: Size,
  form: Omit<TextForm, 'minLength' | 'maxLength'> = {},
): Text {
  const isLongEnough = (given: string) => given.length >= min && countCharacters(given) >= min;
  return (min > 0 ? text.refine(isLongEnough, tooShort) : text)
    .refine((given) => !isLongerThan(given, max), error)
    .meta({ ...(min > 0 && { minLength: min }), maxLength: max, ...form });
}

/** The same for a text without the spaces at its ends. */
export function trimmed(text: z.ZodString, size: Size, form: Omit<TextForm, 'minLength' | 'maxLength'> = {}) {
  const pattern = size.min ? { pattern: NOT_BLANK } : {};
  return sized(text.trim(), size, { ...pattern, description: TRIMMED, ...form });
}

/**
 * The body of a change: a field that is left out stays as it is, and at least one is required. Do not use fields with a
 * default: `optional` would still apply it.
 */
export function changeOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z
    .object(shape)
    .partial()
    .refine((body) => Object.values(body).some((value) => value !== undefined), NOTHING_TO_CHANGE)
    .meta({ minProperties: 1 });
}

/**
 * A text checked by a rule that server and page share; the rule gives the error, or undefined. `form` says as much of the
 * rule as JSON Schema can.
 */
export function checkedText(required: string, errorOf: (text: string) => string | undefined, form: TextForm) {
  return z
    .string(required)
    .superRefine((text, context) => {
      const message = errorOf(text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .meta({ ...form });
}

/**
 * The name of a person as somebody writes it: the route makes its form, and judges it by the account's kind of names
 * (docs/behaviour.md#names).
 */
export function personName(required: string) {
  return z.string(required).meta({
    minLength: 1,
    pattern: NOT_BLANK,
    format: 'person-name',
    description:
      'With an account of usernames: 1 to 30 of a–z, 0–9, dot and underscore, without two dots in a row and without a dot at the end. With one of addresses: up to 255 visible characters without spaces. Case, a leading @ and spaces at its ends do not matter.',
  } satisfies TextForm);
}

/**
 * A whole number that a rule judges together with other values. Whatever is none passes as NaN, so that the rule gives its
 * error among the others; the document says the limits of the rule.
 */
export function judgedNumber(limits: { minimum: number; maximum: number }, description?: string) {
  return z
    .number()
    .catch(Number.NaN)
    .meta({ type: 'integer', ...limits, ...(description && { description }), default: undefined });
}

/** Exactly one of these fields of an object; `refusal` is the sentence for none of them, and for several. */
export function exactlyOne<Shape extends z.core.$ZodShape>(
  object: z.ZodObject<Shape>,
  fields: readonly (keyof Shape & string)[],
  refusal: string | { error: string; path: string[] },
) {
  return object
    .refine((body) => fields.filter((field) => (body as Fields)[field] !== undefined).length === 1, refusal)
    .meta({ oneOf: fields.map((field) => ({ properties: { [field]: {} }, required: [field] })) });
}

/** The `properties`, in JSON Schema, of an object that has none of these fields. */
export function without(fields: readonly string[]): Record<string, object> {
  return Object.fromEntries(fields.map((field) => [field, { not: {} }]));
}

type Fields = Record<string, unknown>;
