import type { RepliesSettings } from '@pigeonpost/contract/calls/replies';
import { BUDGET_MAX, QUIET_DAYS_MAX, REPLY_TEXT_DAYS_MAX } from '@pigeonpost/contract/people/replies';
import {
  STOP_WORD_LENGTH_MAX,
  STOP_WORDS_MAX,
  type StopLanguage,
} from '@pigeonpost/contract/stop-words/languages';
import { countCharacters } from '@pigeonpost/contract/text/characters';

/** The settings of replies as they are typed: empty where there is no budget and nothing is read by itself. */
export type RepliesValues = {
  read_replies_hours: string;
  quiet_days: string;
  budget: string;
  reply_text_days: string;
  stop_languages: StopLanguage[];
  /** One a line. */
  stop_words: string;
};

/** The saved settings as they are typed. */
export function valuesOf(settings: RepliesSettings): RepliesValues {
  return {
    read_replies_hours: String(settings.read_replies_hours ?? ''),
    quiet_days: String(settings.quiet_days),
    budget: String(settings.budget ?? ''),
    reply_text_days: String(settings.reply_text_days),
    stop_languages: settings.stop_languages,
    stop_words: settings.stop_words.join('\n'),
  };
}

/** What is sent of the changed fields, which are without an error. */
export function settingsOf(typed: Partial<RepliesValues>): Partial<RepliesSettings> {
  const { read_replies_hours, quiet_days, budget, reply_text_days, stop_languages, stop_words } = typed;
  return {
    ...(read_replies_hours !== undefined && {
      read_replies_hours: numberOrNull(read_replies_hours) as RepliesSettings['read_replies_hours'],
    }),
    ...(quiet_days !== undefined && { quiet_days: Number(quiet_days) }),
    ...(budget !== undefined && { budget: numberOrNull(budget) }),
    ...(reply_text_days !== undefined && { reply_text_days: Number(reply_text_days) }),
    ...(stop_languages && { stop_languages }),
    ...(stop_words !== undefined && { stop_words: linesOf(stop_words) }),
  };
}

const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text));

/** What is wrong with each field; null for nothing. */
export function errorsOf(values: RepliesValues): Partial<Record<keyof RepliesValues, string | null>> {
  const { quiet_days, budget, reply_text_days, stop_words } = values;
  return {
    quiet_days: numberError(quiet_days, { least: 0, most: QUIET_DAYS_MAX }),
    budget: budget.trim() === '' ? null : numberError(budget, { least: 1, most: BUDGET_MAX }),
    reply_text_days: numberError(reply_text_days, { least: 0, most: REPLY_TEXT_DAYS_MAX }),
    stop_words: wordsError(linesOf(stop_words)),
  };
}

function numberError(text: string, { least, most }: { least: number; most: number }): string | null {
  const number = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? null : `A whole number from ${least} to ${most}`;
}

function wordsError(words: string[]): string | null {
  if (words.length > STOP_WORDS_MAX) return `Add at most ${STOP_WORDS_MAX} stop words`;
  const wrong = words.find(
    (word) => countCharacters(word) > STOP_WORD_LENGTH_MAX || !/[\p{L}\p{N}]/u.test(word),
  );
  return wrong === undefined
    ? null
    : `“${wrong.slice(0, STOP_WORD_LENGTH_MAX)}”: a stop word has 1 to ${STOP_WORD_LENGTH_MAX} characters, and at least a letter or a digit`;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
