import type {
  CreateDriver,
  OpenedThread,
  ReadReplies,
  Reply,
  SendOutcome,
  SiteDriver,
} from '@pigeonpost/agent/drivers/driver';

type Page = Parameters<SiteDriver['send']>[0];

interface Settings {
  /** The address of the scripted site. */
  site: string;
}

/** A site driver without pages: it asks the scripted site what a browser would show and press. */
export const createDriver: CreateDriver<Settings> = ({ settings: { site } }) => ({
  name: 'scripted',
  sendsWithoutBox: true,
  async openThread(page, { person, message }) {
    const opened = await ask<OpenedThread>(site, page, 'open', { person, message });
    if (opened.state !== 'open' || !opened.replies) return opened;
    return { ...opened, replies: opened.replies.map(dated) };
  },
  async send(page, { person, message, beforeClick }) {
    if (!(await beforeClick())) return { outcome: 'failed', reason: 'Held back just before the press.' };
    return ask<SendOutcome>(site, page, 'press', { person, message });
  },
  async readReplies(page, { since, most }) {
    const read = await ask<ReadReplies>(site, page, 'replies', { since, most });
    return { ...read, replies: read.replies.map(dated), readTo: new Date(read.readTo) };
  },
});

/** JSON has no dates. */
const dated = (reply: Reply): Reply => ({ ...reply, at: new Date(reply.at) });

async function ask<T>(
  site: string,
  page: Page,
  what: 'open' | 'press' | 'replies',
  body: object,
): Promise<T> {
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
