import { cutCharacters, isLongerThan } from './characters.ts';

/** Fields of a user, and new ones of an import. */
export const FIELDS_MAX = 50;
export const IMPORT_FIELDS_MAX = 20;
export const FIELD_NAME_MAX = 40;
export const FIELD_LABEL_MAX = 60;
/** Characters of one value, and of all values of a person. */
export const FIELD_VALUE_MAX = 500;
export const PERSON_VALUES_MAX = 8_000;

/** What no field may be called, because texts or files use the name for something else. */
const RESERVED = new Set([
  'username',
  'recipient',
  'address',
  'optout',
  'source',
  'status',
  'list',
  'campaign',
]);

const NAME = /^\p{L}[\p{L}\p{N}_]*$/u;
const NOT_OF_A_NAME = /[^\p{L}\p{N}]+/gu;
const EDGES = /^[^\p{L}]+|_+$/gu;
// Nearly all values are like this, and an import cleans millions: visible at both ends, short, in Latin or Cyrillic letters
// that have their accents in them.
const PLAIN =
  /^[!-~\u00a1-\u02ff\u0400-\u0482\u048a-\u052f](?:[ -~\u00a0-\u02ff\u0400-\u0482\u048a-\u052f]{0,498}[!-~\u00a1-\u02ff\u0400-\u0482\u048a-\u052f])?$/;
/** One character has at most so many in the normal form. */
const MOST_COMPOSED = 3;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * The name of a field for the head of a column: "First Name" is first_name (docs/behaviour.md#fields). A reserved one
 * gets _2. Empty where the head has no letter.
 */
export function fieldNameOf(head: string): string {
  const name = head.normalize('NFKC').toLowerCase().replace(NOT_OF_A_NAME, '_').replace(EDGES, '');
  const cut = cutCharacters(name, FIELD_NAME_MAX).replace(EDGES, '');
  return RESERVED.has(cut) ? `${cut}_2` : cut;
}

/** The normal form of a name that somebody types, which may not be one yet. A blank that is written so has the same. */
export function typedFieldName(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[ _]+/g, '_')
    .replace(/(?<=.)_$/, '');
}

/** The error of a name in its normal form, as a sentence, or undefined (docs/behaviour.md#fields). */
export function fieldNameError(name: string): string | undefined {
  if (name === '') return 'Field name is required';
  if (isLongerThan(name, FIELD_NAME_MAX)) return `Field name must not exceed ${FIELD_NAME_MAX} characters`;
  if (!NAME.test(name)) return 'A field name has letters, digits and _, and begins with a letter';
  return RESERVED.has(name) ? `A field cannot be called ${name}` : undefined;
}

/**
 * The stored form of a value: on one line, trimmed, in Unicode's form NFC, at most FIELD_VALUE_MAX characters (docs/behaviour.md#fields). Empty
 * means that the person has none.
 */
export function cleanValue(text: string): string {
  if (PLAIN.test(text)) return text;
  return cutCharacters(wholeValue(text), FIELD_VALUE_MAX).trimEnd();
}

/** Whether the value is longer than what is kept of it. */
export function isValueCut(text: string): boolean {
  if (text.length * MOST_COMPOSED <= FIELD_VALUE_MAX) return false;
  return isLongerThan(wholeValue(text), FIELD_VALUE_MAX);
}

function wholeValue(text: string): string {
  return text.normalize('NFC').replace(CONTROL, ' ').trim();
}
