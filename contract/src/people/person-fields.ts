import { caseless } from '../text/caseless.ts';
import { cutCharacters, isLongerThan } from '../text/characters.ts';

/** Fields of a user, and new ones of an import. */
export const FIELDS_MAX = 50;
export const IMPORT_FIELDS_MAX = 20;
export const FIELD_NAME_MAX = 40;
export const FIELD_LABEL_MAX = 60;
/** Characters of one value, and of all values of a person. */
export const FIELD_VALUE_MAX = 500;
export const PERSON_VALUES_MAX = 8_000;

/** What no field may be called, because texts or files use the name for something else. */
export const RESERVED_FIELDS = [
  'username',
  'recipient',
  'address',
  'optout',
  'source',
  'status',
  'list',
  'campaign',
];
const RESERVED = new Set(RESERVED_FIELDS);

/** Characters that are read of what is to be a name: the normal form of one may have 18. */
const HEAD_READ_MAX = 1_000;

// Many scripts write vowels as marks.
export const FIELD_NAME = /^\p{L}[\p{L}\p{M}\p{N}_]*$/u;
const JOINERS = /\p{Cf}+/gu;
const NOT_OF_A_NAME = /[^\p{L}\p{M}\p{N}]+/gu;
const LONE_MARKS = /(^|_)\p{M}+_?/gu;
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
  const name = nameParts(head.slice(0, HEAD_READ_MAX)).replace(EDGES, '');
  const cut = cutCharacters(name, FIELD_NAME_MAX).replace(EDGES, '');
  return RESERVED.has(cut) ? `${cut}_2` : cut;
}

/** What a name is made of, with one _ for all else; also how a blank names a field. */
export function nameParts(text: string): string {
  const plain = caseless(text.normalize('NFKC')).replace(JOINERS, '');
  return plain.replace(NOT_OF_A_NAME, '_').replace(LONE_MARKS, '$1');
}

/** The normal form of a name that somebody types, which may not be one yet. A blank that is written so has the same. */
export function typedFieldName(text: string): string {
  return caseless(text.trim().slice(0, HEAD_READ_MAX).normalize('NFKC'))
    .replace(JOINERS, '')
    .trim()
    .replace(/[ _]+/g, '_')
    .replace(/(?<=.)_$/, '');
}

/** The error of a name in its normal form, as a sentence, or undefined (docs/behaviour.md#fields). */
export function fieldNameError(name: string): string | undefined {
  if (name === '') return 'Field name is required';
  if (isLongerThan(name, FIELD_NAME_MAX)) return `Field name must not exceed ${FIELD_NAME_MAX} characters`;
  if (!FIELD_NAME.test(name)) return 'A field name has letters, digits and _, and begins with a letter';
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
