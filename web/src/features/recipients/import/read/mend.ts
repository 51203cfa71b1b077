/** What another program broke in values, in the order in which it is mended (docs/behaviour.md#broken-values). */
export const MENDS = ['entities', 'letters', 'capitals'] as const;
export type Mend = (typeof MENDS)[number];

/** Mended unless a person says otherwise: capitals may be meant. */
export const USUAL_MENDS: readonly Mend[] = ['entities', 'letters'];

/** The text without what is broken in one way; the same text where nothing is. */
export const mendOne: Record<Mend, (text: string) => string> = {
  entities: (text) => (text.includes('&') ? twice(text, withoutEntities) : text),
  letters: (text) => (BROKEN_LETTER.test(text) ? twice(text, withWholeLetters) : text),
  capitals: (text) => (isInCapitals(text) ? text.replace(WORD, capitalized) : text),
};

/** The text without what is broken in these ways. */
export function mend(text: string, mends: readonly Mend[]): string {
  let mended = text;
  for (const one of MENDS) if (mends.includes(one)) mended = mendOne[one](mended);
  return mended;
}

/** A program after another may have broken the same text. */
function twice(text: string, once: (text: string) => string): string {
  return once(once(text));
}

// The entities of HTML for U+00A0 to U+00FF, in order, and those for other letters and signs that texts have.
const LATIN = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
  'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc ' +
  'Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc ' +
  'iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
).split(' ');
const NAMED = new Map<string, string>([
  ...LATIN.map((name, at): [string, string] => [name, String.fromCodePoint(0xa0 + at)]),
  ...Object.entries({
    ...{
      amp: '&',
      lt: '<',
      gt: '>',
      quot: '"',
      apos: "'",
      hellip: '…',
      ndash: '–',
      mdash: '—',
      lsquo: '‘',
      rsquo: '’',
    },
    ...{
      sbquo: '‚',
      ldquo: '“',
      rdquo: '”',
      bdquo: '„',
      euro: '€',
      bull: '•',
      trade: '™',
      OElig: 'Œ',
      oelig: 'œ',
    },
    ...{
      Scaron: 'Š',
      scaron: 'š',
      Zcaron: 'Ž',
      zcaron: 'ž',
      Ccaron: 'Č',
      ccaron: 'č',
      Yuml: 'Ÿ',
      inodot: 'ı',
    },
    ...{
      Lstrok: 'Ł',
      lstrok: 'ł',
      Aogon: 'Ą',
      aogon: 'ą',
      Eogon: 'Ę',
      eogon: 'ę',
      zwj: '\u200d',
      zwnj: '\u200c',
    },
  }),
]);
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z][a-z\d]{1,7}));/gi;
const LAST_CHARACTER = 0x10ffff;

function withoutEntities(text: string): string {
  return text.replace(ENTITY, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code >= 0x20 && code <= LAST_CHARACTER && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? characterOf(code) : whole;
  });
}

const WESTERN = new TextDecoder('windows-1252');
/** What each byte is in Windows-1252, which programs also mean by these codes. */
const OF_BYTE = Array.from({ length: 256 }, (_, byte) => WESTERN.decode(new Uint8Array([byte])));
const BYTE_OF = new Map(OF_BYTE.map((character, byte) => [character, byte]));

const characterOf = (code: number) => (code < 256 ? (OF_BYTE[code] ?? '') : String.fromCodePoint(code));

// The first byte of a letter in UTF-8 and one that goes on with it, both read as Windows-1252.
const BROKEN_LETTER = /[\u00c2-\u00f4][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u;
const BROKEN_LETTERS = /[\u0080-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{2,}/gu;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Letters that were UTF-8 and were read as Windows-1252, read anew; others stay. */
function withWholeLetters(text: string): string {
  return text.replace(BROKEN_LETTERS, (letters) => {
    const bytes = Uint8Array.from(letters, (letter) => BYTE_OF.get(letter) ?? 0);
    try {
      return UTF8.decode(bytes);
    } catch {
      return letters;
    }
  });
}

const ALL_CAPITALS = /^[\p{Lu}\p{M}][\p{Lu}\p{M}\s'’.-]+$/u;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;
const FEWEST_LETTERS = 3;
const LONGEST_NAME = 100;
/** A tick of a spreadsheet. */
const TICK = /^(?:TRUE|FALSE)$/;

/** A text of at least three letters, all of them capitals. */
function isInCapitals(text: string): boolean {
  const second = text.charCodeAt(1);
  // Most values have a small second letter: told by it at once.
  if (second >= 0x61 && second <= 0x7a) return false;
  if (text.length < FEWEST_LETTERS || text.length > LONGEST_NAME) return false;
  if (!ALL_CAPITALS.test(text) || TICK.test(text)) return false;
  return (text.match(/\p{Lu}/gu)?.length ?? 0) >= FEWEST_LETTERS;
}

function capitalized(word: string): string {
  const [first = '', ...rest] = word;
  return first + rest.join('').toLowerCase();
}
