import type { RepliesSettings } from '@pigeonpost/contract/calls/replies';
import { STOP_LANGUAGE_NAMES } from '@pigeonpost/contract/stop-words/languages';
import { formatCount, formatNoun } from '../../../format/format-number.ts';

const NAMES = new Intl.ListFormat('en-GB');

/** How often replies are read by themselves: 'Every 4 hours'. */
export const formatEvery = (hours: number) => (hours === 1 ? 'Every hour' : `Every ${hours} hours`);

/** 'Read every 4 hours. Who replied is left alone for 3 days; texts are kept for 90 days.' */
export function readingWords(settings: RepliesSettings): string {
  const { read_replies_hours: hours, quiet_days, reply_text_days } = settings;
  const read = hours === null ? 'only when you ask' : formatEvery(hours).toLowerCase();
  const alone =
    quiet_days === 0
      ? 'A later campaign may write to who replied'
      : `Who replied is left alone for ${formatNoun(quiet_days, 'day')}`;
  const texts =
    reply_text_days === 0 ? 'texts are not kept' : `texts are kept for ${formatNoun(reply_text_days, 'day')}`;
  return `Read ${read}. ${alone}; ${texts}.`;
}

/** 'Those of English and German, and 2 of your own' */
export function stopWords({ stop_languages, stop_words }: RepliesSettings): string {
  const languages = NAMES.format(stop_languages.map((language) => STOP_LANGUAGE_NAMES[language]));
  const own = stop_words.length === 0 ? '' : `${formatCount(stop_words.length)} of your own`;
  if (languages === '') return own === '' ? 'Only “stop”' : `“Stop”, and ${own}`;
  return `Those of ${languages}${own === '' ? '' : `, and ${own}`}`;
}

/** 'After 5 messages a person is left alone', or that there is no limit. */
export function budgetWords({ budget }: RepliesSettings): string {
  return budget === null
    ? 'No limit: people are written to however often they did not reply'
    : `After ${formatNoun(budget, 'message')} without a reply a person is left alone`;
}
