import { STOP_LANGUAGES, type StopLanguage } from '@pigeonpost/contract/stop-words/languages';

/** The languages of a new user's stop words: English, and the browser's if it has any (docs/behaviour.md#stop-words). */
export function firstStopLanguages(acceptLanguage: string | undefined): StopLanguage[] {
  const [spoken = ''] = (acceptLanguage ?? '').toLowerCase().split(/[-,;\s]/);
  const wanted = spoken === 'nb' || spoken === 'nn' ? 'no' : spoken;
  const known = STOP_LANGUAGES.find((language) => language === wanted);
  return known === undefined || known === 'en' ? ['en'] : ['en', known];
}
