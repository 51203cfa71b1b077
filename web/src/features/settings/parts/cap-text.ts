/** The cap that was typed: null for none, NaN for what is no number. */
export function readCap(text: string): number | null {
  const typed = text.trim();
  return typed === '' ? null : /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
}

/** A cap in its field; empty for none. */
export function showCap(cap: number | null): string {
  return cap === null ? '' : String(cap);
}
