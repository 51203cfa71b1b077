import { addPhrase, emptyIndex, type PhraseIndex } from './phrase-index.ts';
import { plainText, readingsOf, withoutRepeats } from './words-of.ts';

/** Phrases by the two ways in which the letters of a reply are read. */
export interface Phrases<Kind> {
  readonly asWritten: PhraseIndex<Kind>;
  readonly unstretched: PhraseIndex<Kind>;
}

/** No phrases yet, to which `addWords` adds some. */
export const noPhrases = <Kind>(): Phrases<Kind> => ({ asWritten: emptyIndex(), unstretched: emptyIndex() });

/** Adds the words of a phrase for both ways; of two kinds of the same words the first stays. */
export function addWords<Kind>(phrases: Phrases<Kind>, words: readonly string[], kind: Kind): void {
  addPhrase(phrases.asWritten, words, kind);
  addPhrase(phrases.unstretched, words.map(withoutRepeats), kind);
}
export type Way = 'asWritten' | 'unstretched';

const DIGRAPHS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', æ: 'ae', ø: 'oe', ß: 'ss' };

/** Nobody writes a phrase that is longer once its characters are decomposed. */
const PLAIN_PHRASE_MAX = 240;

/** With letters as they are, and as they are written on a keyboard that lacks them: "hoer auf". */
function spellingsOf(phrase: string): string[] {
  const letters = phrase.normalize('NFC').toLowerCase();
  return [phrase, letters.replace(/[äöüåæøß]/g, (letter) => DIGRAPHS[letter] ?? letter)];
}

/** The words of each way to write a phrase. */
export const waysToWrite = (phrase: string): string[][] =>
  spellingsOf(phrase).flatMap((spelling) => {
    const plain = plainText(spelling);
    return plain.length > PLAIN_PHRASE_MAX ? [] : readingsOf(plain).asWritten.map(({ words }) => [...words]);
  });
