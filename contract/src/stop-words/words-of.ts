/** The words of a text in the form in which they are compared, and where a part of a sentence begins. */
export interface Words {
  readonly words: readonly string[];
  /** By word: whether it is the first after a sign that parts sentences. */
  readonly begins: readonly boolean[];
}

/**
 * Characters of a text that are read: of what came, and again once they are decomposed, because one may become 18.
 */
const READ_MAX = 4_000;

const SIGN_OF_A_STOP = /[🛑⛔🚫]/u;
const APOSTROPHES = /[’ʼ‘`´]/g;
/** Accents, and what is not seen: joiners, and the signs that make a character an emoji. */
const UNSEEN = /[\u0300-\u036f\ufe00-\ufe0f\p{Cf}\p{Me}]/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const PARTS_SENTENCES = /[.!?…;:,\n()—–。！？،]/u;
/** Characters from the end in which a question mark is looked for. */
const QUESTION_END = 20;
const LETTERS_OF_A_SPACED_WORD = 3;

/** A text in lower case, without accents; all of what is compared is made of it. */
export function plainText(text: string): string {
  return text
    .slice(0, READ_MAX)
    .replace(APOSTROPHES, "'")
    .normalize('NFKD')
    .slice(0, READ_MAX)
    .toLowerCase()
    .replace(UNSEEN, '');
}

/** Whether it ends by asking. */
export const isQuestion = (plain: string) => /[?？؟]\s*$/.test(plain.slice(-QUESTION_END));

/** Whether a text without a word has a sign that asks to stop. */
export const hasStopSign = (plain: string) => SIGN_OF_A_STOP.test(plain);

/**
 * The ways to read the words of a text: an apostrophe may be left out or begin a new word, and a word whose letters are
 * stretched is read with each of them once ("stooop").
 */
export function readingsOf(plain: string): { asWritten: Words[]; unstretched: Words[] } {
  const asWritten = plain.includes("'")
    ? [readWords(plain), readWords(plain.replaceAll("'", ''))]
    : [readWords(plain)];
  const unstretched = asWritten.flatMap((read) =>
    read.words.some(isStretched) ? { ...read, words: read.words.map(withoutRepeats) } : [],
  );
  return { asWritten, unstretched };
}

function readWords(plain: string): Words {
  const words: string[] = [];
  const begins: boolean[] = [];
  /** Where a run of single letters began: a word may be written letter by letter ("s.t.o.p"). */
  let spelled = 0;
  let end = 0;
  const joinSpelled = () => {
    if (words.length - spelled < LETTERS_OF_A_SPACED_WORD) return;
    words.splice(spelled, words.length, words.slice(spelled).join(''));
    begins.length = spelled + 1;
  };
  for (const { 0: word, index } of plain.matchAll(WORD)) {
    const isLetter = word.length === 1;
    if (!isLetter) joinSpelled();
    const between = plain.slice(end, index);
    begins[words.length] = words.length === 0 || PARTS_SENTENCES.test(between);
    words.push(word);
    if (!isLetter) spelled = words.length;
    end = index + word.length;
  }
  joinSpelled();
  return { words, begins };
}

const isStretched = (word: string) => /(.)\1\1/u.test(word);

/** Each letter once, wherever it is repeated. */
export const withoutRepeats = (word: string) => word.replace(/(.)\1+/gu, '$1');
