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

const NAMES: readonly string[] = FIRST.flatMap((first) => LAST.map((last) => `${first}.${last}`));

/** Three names that the practice inbox does not know. */
export const UNKNOWN_PEOPLE: readonly string[] = ['lena.oak', 'theo.vik', 'freya.moss'];

/** As many made-up names as asked for: a whole number from 1 to 200. Throws a sentence otherwise. */
export function listPeople(count: string = String(NAMES.length)): readonly string[] {
  const people = Number(count);
  if (!Number.isInteger(people) || people < 1 || people > NAMES.length)
    throw new Error(`The demo writes to 1 to ${NAMES.length} people, not to '${count}'.`);
  return NAMES.slice(0, people);
}

/** Made-up names of buyers for the sample history; the demo's own campaign writes to none of them. */
export function listBuyers(count: number): string[] {
  return NAMES.slice(0, count).map((name) => name.split('.').reverse().join('_'));
}
