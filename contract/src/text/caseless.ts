/**
 * A name as names are compared: one letter in two cases is one letter, in every script. `caselessSql` of the server says the
 * same of a column (docs/behaviour.md#fields).
 */
export function caseless(text: string): string {
  // A sigma at the end of a word has a small letter of its own, and the Turkish İ would keep its dot as a mark.
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');
}
