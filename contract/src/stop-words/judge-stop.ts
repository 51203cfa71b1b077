import type { StopLanguage } from './languages.ts';
import { COURTESY, STOP, STOP_PHRASES } from './phrases.ts';

/** Whether a reply asks to be left alone. `perhaps` is for its owner to decide. */
type StopVerdict = 'no' | 'sure' | 'perhaps';

/** A longer reply may contain a stop word by chance. */
const PERHAPS_MAX_WORDS = 15;

/** Stop words in the form in which replies are compared with them. */
interface StopWords {
  readonly forms: ReadonlySet<string>;
}

/** The stop words of a user, prepared for many replies. */
export function prepareStopWords(chosen: {
  languages: readonly StopLanguage[];
  words: readonly string[];
}): StopWords {
  const ofLanguages = chosen.languages.flatMap((language) => STOP_PHRASES[language]);
  const said = [STOP, ...ofLanguages, ...chosen.words].flatMap(spellingsOf).flatMap(formsOf);
  const forms = new Set([...said, ...said.map(withoutCourtesy)]);
  // A word of signs alone would be in every reply.
  forms.delete('');
  return { forms };
}

/**
 * A reply that is a stop word, but for politeness, is `sure`. A short one that contains one as whole words is
 * `perhaps` (docs/behaviour.md#stop-words).
 */
export function judgeStop(text: string, { forms }: StopWords): StopVerdict {
  const said = formsOf(text);
  if (said.some((form) => forms.has(form) || forms.has(withoutCourtesy(form)))) return 'sure';
  if (said.every((form) => form.split(' ').length > PERHAPS_MAX_WORDS)) return 'no';
  const isContained = (phrase: string) => said.some((form) => ` ${form} `.includes(` ${phrase} `));
  return forms.values().some(isContained) ? 'perhaps' : 'no';
}

const DIGRAPHS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', æ: 'ae', ø: 'oe', ß: 'ss' };

/** With letters as they are, and as they are written on a keyboard that lacks them: "hoer auf". */
function spellingsOf(phrase: string): string[] {
  const letters = phrase.normalize('NFC').toLowerCase();
  return [phrase, letters.replace(/[äöüåæøß]/g, (letter) => DIGRAPHS[letter] ?? letter)];
}

/** Lower-case words without accents and signs. An apostrophe may be left out or begin a new word. */
function formsOf(text: string): string[] {
  const plain = text
    .replace(/[’ʼ‘`´]/g, "'")
    .normalize('NFKD')
    .toLowerCase()
    // Accents, and what is not seen: joiners, and the signs that make a character an emoji.
    .replace(/[\u0300-\u036f\ufe00-\ufe0f\p{Cf}\p{Me}]/gu, '');
  const spaced = wordsOf(plain);
  return plain.includes("'") ? [spaced, wordsOf(plain.replaceAll("'", ''))] : [spaced];
}

const wordsOf = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();

const courtesy = [...new Set(COURTESY.flatMap(formsOf))].sort((one, other) => other.length - one.length);
const COURTESIES = new RegExp(`(?<= )(?:${courtesy.join('|')})(?= )`, 'g');

const withoutCourtesy = (form: string) => wordsOf(` ${form} `.replace(COURTESIES, ''));
