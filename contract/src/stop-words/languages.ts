/** The languages that have stop words of ours, by name (docs/behaviour.md#stop-words). */
export const STOP_LANGUAGES = ['da', 'nl', 'en', 'fr', 'de', 'it', 'no', 'pl', 'pt', 'es', 'sv'] as const;
export type StopLanguage = (typeof STOP_LANGUAGES)[number];

export const STOP_LANGUAGE_NAMES: Record<StopLanguage, string> = {
  da: 'Danish',
  nl: 'Dutch',
  en: 'English',
  fr: 'French',
  de: 'German',
  it: 'Italian',
  no: 'Norwegian',
  pl: 'Polish',
  pt: 'Portuguese',
  es: 'Spanish',
  sv: 'Swedish',
};

/** Stop words that a user adds, and characters of one. */
export const STOP_WORDS_MAX = 200;
export const STOP_WORD_LENGTH_MAX = 60;
