// What the eye cannot see, or what turns the text around it: soft hyphen and joiners of nothing, marks, embeddings,
// overrides and isolates of a direction, fillers of Hangul, notes to a layout. ZWJ and ZWNJ stay, which scripts and
// emoji need.
const UNSEEN =
  /\u034f|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}]/gu;
/** Tag characters are unseen too, but after a black flag they make the flag of a country. */
const TAGS = /\u{1f3f4}[\u{e0020}-\u{e007f}]{1,8}|[\u{e0000}-\u{e007f}]/gu;
const LINE_ENDS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** More marks on one letter than any script has are drawn over the lines above and below. */
const PILED_MARKS = /(\p{M}{8})\p{M}+/gu;
/** A letter, a digit, a sign or an emoji; not the empty ones among them, such as the blank of Braille. */
const SEEN = /(?![\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}])[\p{L}\p{N}\p{P}\p{S}]/u;
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** No name is longer, and normalizing a longer text costs more than refusing it. */
const READ_MAX = 10_000;

/** Whether a text shows anything: spaces, marks without a letter and invisible characters show nothing. */
export function isVisible(text: string): boolean {
  return SEEN.test(text);
}

/**
 * The stored form of a name or another text of one line that others read (docs/behaviour.md#visible-text): on one line,
 * trimmed, in Unicode's form NFC, without what is invisible or turns the text around it. Empty if it shows nothing.
 */
export function visibleLine(text: string): string {
  // Fast path: most names are plain.
  if (PLAIN.test(text) || text.length > READ_MAX) return text.trim();
  const line = text
    .normalize('NFC')
    .replace(LINE_ENDS, ' ')
    .replace(UNSEEN, '')
    .replace(TAGS, (found) => (found.length > 2 ? found : ''))
    .replace(PILED_MARKS, '$1')
    .trim();
  return isVisible(line) ? line : '';
}

/**
 * Keeps a text of somebody else from turning the sentence around it, by Unicode's isolates. A text without letters of
 * the other direction is given as it is.
 */
export function isolateDirection(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;
