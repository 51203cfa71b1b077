const ESCAPES = /\\(ud[89a-f][0-9a-f]{2}|.)/g;

/**
 * A value as text that jsonb takes. Half a pair of surrogates, which Windows allows in the name of a file and
 * JSON.stringify escapes, becomes the replacement character, as it does in a text column.
 */
export function toJsonb(value: unknown): string {
  return JSON.stringify(value).replace(ESCAPES, (whole, code) => (code.length > 1 ? '\ufffd' : whole));
}
