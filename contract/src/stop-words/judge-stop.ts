import { COURTESY } from './courtesy.ts';
import type { StopLanguage } from './languages.ts';
import { STOP_LANGUAGES } from './languages.ts';
import { isMisspelled } from './misspelled.ts';
import { type PhraseIndex, phrasesAt } from './phrase-index.ts';
import { STOP, STOP_PHRASES } from './phrases.ts';
import { addWords, noPhrases, type Phrases, type Way, waysToWrite } from './phrases-by-way.ts';
import { PERSONAL, type PhraseStrength, STRENGTHS, UNSUBSCRIBE } from './strengths.ts';
import { WISHES } from './wishes.ts';
import { hasStopSign, isQuestion, plainText, readingsOf, type Words } from './words-of.ts';

/** Whether a reply asks to be left alone. `perhaps` is for its owner to decide. */
type StopVerdict = 'no' | 'sure' | 'perhaps';

/** A longer reply may contain a common word by chance. */
const SHORT_REPLY_WORDS = 15;

interface Phrase {
  /** What a reply says that consists of it. */
  readonly alone: 'sure' | 'perhaps';
  readonly strength: PhraseStrength;
}

/** Stop words in the form in which replies are compared with them. */
type StopWords = readonly Phrases<Phrase>[];

/** The stop words of a user, prepared for many replies. */
export function prepareStopWords(chosen: {
  languages: readonly StopLanguage[];
  words: readonly string[];
}): StopWords {
  const languages = chosen.languages.map((language) => OF_LANGUAGES[language]);
  return [OF_EVERY_LANGUAGE, ...languages, phrasesOf(chosen.words, [])];
}

/**
 * A reply that is a stop word, but for politeness, is `sure`. One that has a stop word or a wish where it may be meant is
 * `perhaps`. Of any text a bounded part is read, and each of its words is looked up, so that no text is expensive
 * (docs/behaviour.md#stop-words).
 */
export function judgeStop(text: string, stopWords: StopWords): StopVerdict {
  const plain = plainText(text);
  const { asWritten, unstretched } = readingsOf(plain);
  const verdicts = [
    ...asWritten.map((read) => judgeReading(read, stopWords, 'asWritten')),
    ...unstretched.map((read) => judgeReading(read, stopWords, 'unstretched')),
    hasStopSign(plain) && asWritten.some(saysNothing) ? 'sure' : 'no',
  ];
  if (verdicts.includes('sure')) return isQuestion(plain) ? 'perhaps' : 'sure';
  return verdicts.includes('perhaps') ? 'perhaps' : 'no';
}

const saysNothing = ({ words }: Words) => findCourtesy(words, 'asWritten').every((isCourtesy) => isCourtesy);

function judgeReading({ words: said, begins }: Words, stopWords: StopWords, way: Way): StopVerdict {
  const words = said.map((word) => (isMisspelled(word, UNSUBSCRIBE) ? UNSUBSCRIBE : word));
  const courtesy = findCourtesy(words, way);
  const essential = words.filter((_, at) => !courtesy[at]);
  let verdict: StopVerdict = 'no';
  for (const phrases of stopWords) {
    const alone = kindOf(phrases[way], words) ?? kindOf(phrases[way], essential);
    if (alone?.alone === 'sure') return 'sure';
    if (alone || verdict === 'perhaps') verdict = 'perhaps';
    else if (isMeant(phrases[way], { words, begins, courtesy })) verdict = 'perhaps';
  }
  return verdict;
}

/** What these words are as one phrase. */
const kindOf = <Kind>(index: PhraseIndex<Kind>, words: readonly string[]) =>
  phrasesAt(index, words, 0).find(({ to }) => to === words.length)?.kind;

interface Said extends Words {
  readonly courtesy: readonly boolean[];
}

/** Whether one of these phrases stands where a wish may be meant. */
function isMeant(index: PhraseIndex<Phrase>, said: Said): boolean {
  const isShort = said.words.length <= SHORT_REPLY_WORDS;
  return said.words.some((_, from) =>
    phrasesAt(index, said.words, from).some(
      ({ to, kind: { strength } }) =>
        strength === 'clear' || (isShort && strength === 'usual') || isPersonal(said, { from, to }),
    ),
  );
}

/** Whether a phrase is a sentence of its own, beside "me", "us" or "my", or beside a word of courtesy. */
function isPersonal({ words, begins, courtesy }: Said, { from, to }: { from: number; to: number }): boolean {
  const beside = [words[from - 1], words[to]];
  if (courtesy[from - 1] || courtesy[to] || beside.some((word) => word !== undefined && PERSONAL.has(word)))
    return true;
  return (begins[from] ?? true) && (to === words.length || (begins[to] ?? true));
}

/** By word: whether it is one of courtesy. */
function findCourtesy(words: readonly string[], way: Way): boolean[] {
  const found = words.map(() => false);
  for (let from = 0; from < words.length; ) {
    const to = Math.max(from, ...phrasesAt(COURTESIES[way], words, from).map((phrase) => phrase.to));
    found.fill(true, from, to);
    from = Math.max(to, from + 1);
  }
  return found;
}

const COURTESIES = noPhrases<true>();
for (const words of COURTESY.flatMap(waysToWrite)) addWords(COURTESIES, words, true);

function phrasesOf(stops: readonly string[], wishes: readonly string[]): Phrases<Phrase> {
  const phrases = noPhrases<Phrase>();
  for (const phrase of stops)
    for (const words of waysToWrite(phrase)) {
      const courtesy = findCourtesy(words, 'asWritten');
      const strength = strengthOf(phrase, words);
      addWords(phrases, words, { alone: 'sure', strength });
      const essential = words.filter((_, at) => !courtesy[at]);
      addWords(phrases, essential, { alone: 'sure', strength });
    }
  for (const wish of wishes)
    for (const words of waysToWrite(wish))
      addWords(phrases, words, { alone: 'perhaps', strength: strengthOf(wish, words) });
  return phrases;
}

const strengthOf = (phrase: string, words: readonly string[]): PhraseStrength =>
  STRENGTHS.get(phrase) ?? (words.length > 1 ? 'clear' : 'usual');

const OF_EVERY_LANGUAGE = phrasesOf(STOP, []);
const OF_LANGUAGES = Object.fromEntries(
  STOP_LANGUAGES.map((language) => [language, phrasesOf(STOP_PHRASES[language], WISHES[language])]),
) as Record<StopLanguage, Phrases<Phrase>>;
