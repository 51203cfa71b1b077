const FIRST = [
  'lena',
  'nils',
  'maja',
  'ida',
  'jon',
  'hannah',
  'siri',
  'olav',
  'marte',
  'theo',
  'anouk',
  'pia',
  'emil',
  'noor',
  'vera',
  'lucas',
  'ines',
  'otto',
  'freya',
  'milo',
];
const LAST = ['hartog', 'bergstrand', 'clay', 'tangen', 'whitlock', 'lund', 'kiln', 'oak', 'moss', 'vik'];

/** Two hundred made-up names. */
export const PEOPLE: readonly string[] = FIRST.flatMap((first) => LAST.map((last) => `${first}.${last}`));

/** Three of them that the practice inbox does not know. */
export const UNKNOWN_PEOPLE: readonly string[] = ['maja.kiln', 'theo.vik', 'freya.moss'];
