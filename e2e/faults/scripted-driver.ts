import type { CreateDriver, OpenedThread, SendOutcome, SiteDriver } from '@pigeonpost/agent/drivers/driver';

type Page = Parameters<SiteDriver['send']>[0];

interface Settings {
  /** The address of the scripted site. */
  site: string;
}

/** A site driver without pages: it asks the scripted site what a browser would show and press. */
export const createDriver: CreateDriver<Settings> = ({ settings: { site } }) => ({
  name: 'scripted',
  openThread: (page, { person, message }) => ask<OpenedThread>(site, page, 'open', { person, message }),
  async send(page, { person, message, beforeClick }) {
    if (!(await beforeClick())) return { outcome: 'failed', reason: 'Held back just before the press.' };
    return ask<SendOutcome>(site, page, 'press', { person, message });
  },
});

async function ask<T>(site: string, page: Page, what: 'open' | 'press', body: object): Promise<T> {
  // A browser's address ends with its process id.
  const pid = /\/(\d+)\/session$/.exec(page.browser().wsEndpoint())?.[1];
  const answer = await fetch(`${site}/${pid}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The page shows ${answer.status}.`);
  return (await answer.json()) as T;
}
