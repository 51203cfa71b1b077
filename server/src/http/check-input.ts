import { NOT_A_CHARACTER, NOT_STORABLE } from '@pigeonpost/contract/fields';
import { badRequest } from '../errors.ts';

// Our own inputs are four levels deep at most. Deeper ones overflow the stack of recursive code.
const MAX_DEPTH = 20;
const TOO_DEEP = 'This input is nested too deeply.';

/**
 * Refuses input that is nested too deeply, and with `texts` texts that are not Unicode characters: 400. A form's text
 * is stored word for word or not at all.
 */
export function checkInput(input: unknown, { texts }: { texts: boolean }): void {
  checkWithin([], input, texts);
}

/** One list of keys for the whole walk, because a new one for each value would cost far more than the check. */
function checkWithin(path: (string | number)[], value: unknown, texts: boolean): void {
  if (path.length > MAX_DEPTH) throw badRequest(TOO_DEEP);
  if (texts && typeof value === 'string' && NOT_A_CHARACTER.test(value)) throw notStorable(path.join('.'));
  if (typeof value !== 'object' || value === null) return;
  const checkMember = (key: string | number, member: unknown) => {
    path.push(key);
    checkWithin(path, member, texts);
    path.pop();
  };
  if (Array.isArray(value)) for (let at = 0; at < value.length; at++) checkMember(at, value[at]);
  else for (const key in value) checkMember(key, (value as Record<string, unknown>)[key]);
}

const notStorable = (path: string) =>
  badRequest(NOT_STORABLE, path === '' ? {} : { fields: { [path]: NOT_STORABLE } });
