import { randomBytes } from 'node:crypto';
import { MARK, PAGE_STYLE } from './page-style.ts';
import type { Linked } from './queries.ts';
import { PAGE_WORDS, type PageLanguage } from './words.ts';

/** A page with the nonce that allows its style. */
export interface Page {
  status: number;
  language: PageLanguage;
  html: string;
  nonce: string;
}

/** What was asked for and is done. */
export type Answered = 'nothing' | 'stopped' | 'asks-to-erase' | 'wished';

/** What the owner of a link sees (docs/behaviour.md#the-stop-link). */
export function personPage(linked: Linked, answered: Answered, language: PageLanguage): Page {
  const words = PAGE_WORDS[language];
  const sender = linked.sender_name;
  if (answered === 'asks-to-erase')
    return render(language, {
      title: words.eraseTitle(sender),
      main: `<p>${escapeHtml(words.fingerprint)}</p>
${form(button({ does: 'erase', sure: true, words: words.eraseSurely, isFirst: true }))}
<a href="">${escapeHtml(words.back)}</a>`,
    });
  const hasStopped = answered !== 'nothing' || linked.has_asked;
  const hasWished = answered === 'wished' || linked.has_wished;
  const erase = hasWished ? '' : button({ does: 'erase', words: words.erase });
  if (hasStopped)
    return render(language, {
      title: words.done(sender),
      main: `${describe(linked, language)}${
        hasWished ? `<p>${escapeHtml(words.wished(sender))}</p>` : form(erase)
      }`,
    });
  return render(language, {
    title: words.title(sender),
    main: `${describe(linked, language)}
${form(button({ does: 'stop', words: words.stop, isFirst: true }) + erase)}
<small>${escapeHtml(words.effect(sender))}</small>`,
  });
}

const notes = new Map<string, Page>();

/** A page of one sentence, the same to the byte for everybody who gets it. */
export function notePage(which: 'unknown' | 'later', language: PageLanguage): Page {
  const key = `${which} ${language}`;
  const page = notes.get(key) ?? {
    ...render(language, { title: PAGE_WORDS[language][which], main: '' }),
    status: which === 'unknown' ? 404 : 503,
  };
  notes.set(key, page);
  return page;
}

function describe(linked: Linked, language: PageLanguage): string {
  const words = PAGE_WORDS[language];
  const { source, messaged_at, time_zone } = linked;
  const day = messaged_at && formatDay(messaged_at, language, time_zone);
  const why = source
    ? `${source.text}, ${formatDay(source.stated_on, language, 'UTC')}`
    : words.noSource(linked.sender_name);
  const name = linked.has_usernames ? `@${linked.recipient}` : linked.recipient;
  const site = linked.has_usernames && !linked.is_practice ? 'Instagram' : null;
  return `<dl><dt>${escapeHtml(words.writtenTo)}</dt><dd>${escapeHtml(words.written({ name, site, day }))}</dd>
<dt>${escapeHtml(words.why)}</dt><dd>${escapeHtml(why)}</dd></dl>`;
}

function formatDay(moment: string, language: PageLanguage, timeZone: string): string {
  const locale = language === 'en' ? 'en-GB' : language;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(moment));
}

// Without an action: the address of the page is its own, whatever stands in front of the server.
const form = (buttons: string) => `<form method="post">${buttons}</form>`;

interface Button {
  does: 'stop' | 'erase';
  words: string;
  sure?: boolean;
  isFirst?: boolean;
}

const button = ({ does, words, sure, isFirst }: Button) =>
  `<button name="do" value="${sure ? `${does}-surely` : does}"${isFirst ? ' class="first"' : ''}>${escapeHtml(words)}</button>`;

function render(language: PageLanguage, { title, main }: { title: string; main: string }): Page {
  const nonce = randomBytes(18).toString('base64url');
  const html = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${PAGE_STYLE}</style>
<main><h1>${escapeHtml(title)}</h1>
${main}</main>
<footer>${MARK}${escapeHtml(PAGE_WORDS[language].by)}</footer>
</html>
`;
  return { status: 200, language, html, nonce };
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
