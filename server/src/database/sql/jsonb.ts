const ESCAPES = /\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g;

/**
 * A value as text that jsonb accepts. U+0000 and lone surrogates, which Windows allows in the name of a file, become
 * the replacement character, so that they do not fail a machine's report.
 */
export function toJsonb(value: unknown): string {
  return JSON.stringify(value).replace(ESCAPES, (whole, code) => (code.length > 1 ? '\ufffd' : whole));
}
