import { NOT_A_CHARACTER } from '@pigeonpost/contract/fields';
import { badRequest } from './errors.ts';

// Our own inputs are four deep at most. What is deeper overflows the stack of whoever walks it recursively.
const MAX_DEPTH = 20;
const TOO_DEEP = 'This input is nested too deeply.';
export const NOT_STORABLE = 'This text contains a character that cannot be stored. Please remove it.';

/**
 * Refuses input that is nested too deeply, and with `texts` what holds no characters: 400. What a form sends is
 * kept word for word or not at all.
 */
export function checkInput(input: unknown, { texts }: { texts: boolean }): void {
  // Not recursive, or the input would overflow the stack here.
  const open = [{ value: input, path: '', depth: 0 }];
  for (let one = open.pop(); one; one = open.pop()) {
    const { value, path, depth } = one;
    if (depth > MAX_DEPTH) throw badRequest(TOO_DEEP);
    if (texts && typeof value === 'string' && NOT_A_CHARACTER.test(value)) throw notStorable(path);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value))
      open.push({ value: member, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 });
  }
}

const notStorable = (path: string) =>
  badRequest(NOT_STORABLE, path === '' ? {} : { fields: { [path]: NOT_STORABLE } });
