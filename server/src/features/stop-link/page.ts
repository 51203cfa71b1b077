import { isolateDirection, visibleLine } from '@pigeonpost/contract/text/visible-text';
import { escapeHtml, type PlainPage, renderPlainPage } from '../../plain-pages/plain-page.ts';
import type { Linked } from './queries.ts';
import { PAGE_WORDS, type PageLanguage } from './words.ts';

export type Page = PlainPage & { language: PageLanguage };

/** What was asked for and is done. */
export type Answered = 'nothing' | 'stopped' | 'asks-to-erase' | 'wished';

/** What the owner of a link sees (docs/behaviour.md#the-stop-link). */
export function personPage(linked: Linked, answered: Answered, language: PageLanguage): Page {
  const words = PAGE_WORDS[language];
  const sender = shownSender(linked);
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

/** The sender's name, whatever it was before names were checked; without a visible one the account's own. */
function shownSender({ sender_name, username }: Linked): string {
  return isolateDirection(visibleLine(sender_name) || username);
}

function describe(linked: Linked, language: PageLanguage): string {
  const words = PAGE_WORDS[language];
  const { source, messaged_at, time_zone } = linked;
  const day = messaged_at && formatDay(messaged_at, language, time_zone);
  const why = source
    ? `${isolateDirection(visibleLine(source.text))}, ${formatDay(source.stated_on, language, 'UTC')}`
    : words.noSource(shownSender(linked));
  const name = linked.has_usernames ? `@${linked.recipient}` : isolateDirection(linked.recipient);
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

const render = (language: PageLanguage, words: { title: string; main: string }): Page =>
  renderPlainPage(language, { ...words, by: PAGE_WORDS[language].by });
