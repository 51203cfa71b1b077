import { RECIPIENT_FILTERS, type RecipientFilter } from '../recipients.ts';
import { isTest } from '../tests.ts';
import { isLongerThan } from '../text/characters.ts';
import { cleanValue, FIELD_VALUE_MAX } from './person-fields.ts';

/** Conditions of a filter or a view, and the days that one looks back. */
export const CONDITIONS_MAX = 10;
export const CONDITION_DAYS_MAX = 3_650;
/** Characters of `where` in an address. */
export const WHERE_MAX = 2_000;

/** What is asked of a field, of a tag and the like, of replies, and of messages. */
export const FIELD_TESTS = ['is', 'is_not', 'contains', 'filled', 'empty'] as const;
type FieldTest = (typeof FIELD_TESTS)[number];
/** Those that compare with a value. */
export const VALUE_TESTS = ['is', 'is_not', 'contains'] as const;
export const IS_OR_NOT = ['is', 'is_not'] as const;
type IsOrNot = (typeof IS_OR_NOT)[number];
export const REPLIED_TESTS = ['ever', 'never', 'within'] as const;
export const SOURCE_TESTS = ['stated', 'not_stated'] as const;
export const MESSAGED_TESTS = ['never', 'within', 'not_within'] as const;

/** One condition on a recipient of a list (docs/behaviour.md#conditions). */
export type Condition =
  | { kind: 'field'; id: number; test: 'filled' | 'empty' }
  | { kind: 'field'; id: number; test: 'is' | 'is_not' | 'contains'; value: string }
  | { kind: 'tag'; id: number; test: IsOrNot }
  /** Whether the person is in another list. */
  | { kind: 'list'; id: number; test: IsOrNot }
  | { kind: 'status'; status: RecipientFilter }
  | { kind: 'replied'; test: 'ever' | 'never' }
  | { kind: 'replied'; test: 'within'; days: number }
  | { kind: 'messaged'; test: 'never' }
  | { kind: 'messaged'; test: 'within' | 'not_within'; days: number }
  | { kind: 'do_not_contact'; test: IsOrNot }
  | { kind: 'source'; test: 'stated' | 'not_stated' };

type Read<T> = T | { error: string };

const UNREADABLE = { error: 'This filter cannot be read. Choose its conditions again.' };
const NO_VALUE = { error: 'Enter what the field is compared with' };
const BAD_DAYS = { error: `Enter a number of days from 1 to ${CONDITION_DAYS_MAX.toLocaleString('en-US')}` };
const TOO_LONG = { error: 'These conditions are too long for a link. Use fewer, or shorter texts.' };

/** Whether a reading failed; `error` is a sentence for people. */
export function isUnread<T extends object>(read: Read<T>): read is { error: string } {
  return 'error' in read;
}

/**
 * Conditions from somebody's JSON, in their one form, or the error as a sentence (docs/behaviour.md#conditions). The
 * page, the address and the server read by this one.
 */
export function readConditions(given: unknown): Read<Condition[]> {
  if (!Array.isArray(given)) return UNREADABLE;
  if (given.length > CONDITIONS_MAX) return { error: `A filter has at most ${CONDITIONS_MAX} conditions` };
  const conditions: Condition[] = [];
  for (const one of given) {
    const condition = readCondition(one);
    if (isUnread(condition)) return condition;
    conditions.push(condition);
  }
  return encode(conditions).length > WHERE_MAX ? TOO_LONG : conditions;
}

/** One condition of them. */
export function readCondition(given: unknown): Read<Condition> {
  if (typeof given !== 'object' || given === null) return UNREADABLE;
  const { kind, id, test, value, days, status } = given as Record<string, unknown>;
  switch (kind) {
    case 'field':
      return isId(id) && isOneOf(FIELD_TESTS, test) ? readField({ id, test, value }) : UNREADABLE;
    case 'tag':
      return isId(id) && isOneOf(IS_OR_NOT, test) ? { kind, id, test } : UNREADABLE;
    case 'list':
      return isId(id) && !isTest(id) && isOneOf(IS_OR_NOT, test) ? { kind, id, test } : UNREADABLE;
    case 'do_not_contact':
      return isOneOf(IS_OR_NOT, test) ? { kind, test } : UNREADABLE;
    case 'source':
      return isOneOf(SOURCE_TESTS, test) ? { kind, test } : UNREADABLE;
    case 'status':
      return isOneOf(RECIPIENT_FILTERS, status) ? { kind, status } : UNREADABLE;
    case 'replied':
      if (!isOneOf(REPLIED_TESTS, test)) return UNREADABLE;
      if (test !== 'within') return { kind, test };
      return areDays(days) ? { kind, test, days } : BAD_DAYS;
    case 'messaged':
      if (!isOneOf(MESSAGED_TESTS, test)) return UNREADABLE;
      if (test === 'never') return { kind, test };
      return areDays(days) ? { kind, test, days } : BAD_DAYS;
    default:
      return UNREADABLE;
  }
}

function readField({ id, test, value }: { id: number; test: FieldTest; value: unknown }): Read<Condition> {
  if (test === 'filled' || test === 'empty') return { kind: 'field', id, test };
  if (typeof value !== 'string') return UNREADABLE;
  if (isLongerThan(value, FIELD_VALUE_MAX))
    return { error: `A field has at most ${FIELD_VALUE_MAX} characters` };
  const cleaned = cleanValue(value);
  return cleaned === '' ? NO_VALUE : { kind: 'field', id, test, value: cleaned };
}

/** Conditions as `where` in an address: JSON in base64url. */
export function whereOf(conditions: readonly Condition[]): string {
  return encode(conditions);
}

/** The conditions of `where` in an address, or the error as a sentence. */
export function readWhere(where: string): Read<Condition[]> {
  if (where.length > WHERE_MAX) return TOO_LONG;
  try {
    const bytes = Uint8Array.from(atob(where.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    );
    return readConditions(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return UNREADABLE;
  }
}

function encode(conditions: readonly Condition[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(conditions));
  const text = String.fromCharCode(...bytes);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const areDays = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= CONDITION_DAYS_MAX;

function isOneOf<const T extends string>(all: readonly T[], value: unknown): value is T {
  return all.some((one) => one === value);
}
