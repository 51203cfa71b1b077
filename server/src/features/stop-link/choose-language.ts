import { PAGE_WORDS, type PageLanguage } from './words.ts';

/** Norwegian, whichever of its names a browser uses. */
const NORWEGIAN = new Set(['no', 'nb', 'nn']);
const LANGUAGES_READ = 20;

/** The first of the languages that a browser names, by its preference, in which we have the page; else English. */
export function chooseLanguage(accepted = ''): PageLanguage {
  return readLanguages(accepted).find(isOurs) ?? 'en';
}

const isOurs = (code: string): code is PageLanguage => Object.hasOwn(PAGE_WORDS, code);

/** The codes of an Accept-Language header, the most wanted first. */
function readLanguages(accepted: string): string[] {
  return accepted
    .split(',', LANGUAGES_READ)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
      const [code = ''] = tag.split('-', 1);
      return { code: NORWEGIAN.has(code) ? 'nb' : code, weight: Number(weight ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ code }) => code);
}
