import { phrasesAt } from '../stop-words/phrase-index.ts';
import { addWords, noPhrases, waysToWrite } from '../stop-words/phrases-by-way.ts';
import { plainText, readingsOf } from '../stop-words/words-of.ts';
import { SIGNS } from './signs.ts';

const OF_MACHINES = noPhrases<true>();
for (const words of Object.values(SIGNS).flat().flatMap(waysToWrite)) addWords(OF_MACHINES, words, true);

/**
 * Whether a reply has a sure sign of a machine's, such as an out-of-office text. Its owner may say otherwise
 * (docs/behaviour.md#automatic-replies).
 */
export function isMadeByMachine(text: string): boolean {
  return readingsOf(plainText(text)).asWritten.some(({ words }) =>
    words.some((_, from) => phrasesAt(OF_MACHINES.asWritten, words, from).some(() => true)),
  );
}
