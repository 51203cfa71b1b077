import { type CapKind, capError } from '@pigeonpost/contract/campaigns/caps';

/** What every field of a cap has. */
export const CAP_FIELD = { placeholder: 'No cap', inputMode: 'numeric' } as const;

/** The cap that was typed: null if nothing was, NaN for a text that is not a number. */
export function readCap(text: string): number | null {
  const typed = text.trim();
  return typed === '' ? null : /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
}

/** A cap in its field; empty for none. */
export function showCap(cap: number | null): string {
  return cap === null ? '' : String(cap);
}

/** The error of a typed cap; null if there is none. */
export function typedCapError(kind: CapKind, text: string): string | null {
  return capError(kind, readCap(text)) ?? null;
}
