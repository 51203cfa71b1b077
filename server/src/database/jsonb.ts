const ESCAPES = /\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g;

/**
 * A value as text that jsonb takes. U+0000, and half a pair of surrogates, which Windows allows in the name of a
 * file, become the replacement character: what a machine reports is not refused for one of them.
 */
export function toJsonb(value: unknown): string {
  return JSON.stringify(value).replace(ESCAPES, (whole, code) => (code.length > 1 ? '\ufffd' : whole));
}
