import { setTimeout as wait } from 'node:timers/promises';
import type { Page, Reply, SiteDriver } from '@pigeonpost/agent/drivers/driver';
import type { RealSite } from './real-site.ts';

interface Check {
  driver: SiteDriver;
  site: RealSite;
  /** The account of the driver, and the person who replies. */
  own: string;
  person: string;
  signIn: Parameters<SiteDriver['openThread']>[1]['signIn'];
  inTab<T>(job: (page: Page) => Promise<T>): Promise<T>;
  say: (line: string) => void;
}

const TEXT = 'STOP 🙏\n"please" & <thanks>';
// A site's record may have whole seconds.
const NEXT_SECOND_MS = 1_100;

/**
 * Lets a person reply on the real server, and compares what the driver reads, at the thread and in one go, with what was
 * written; nothing may become read by it. True without replies where the driver reads none.
 */
export async function checkReplies({
  driver,
  site,
  own,
  person,
  signIn,
  inTab,
  say,
}: Check): Promise<boolean> {
  const { replies } = site;
  if (!driver.readReplies || !replies) return true;
  const read = (since: Date, most = 500) =>
    inTab(async (page) => {
      const answer = await driver.readReplies?.(page, { since, most, signIn });
      if (!answer) throw new Error('The driver reads no replies.');
      return answer;
    });
  const atThread = () =>
    inTab(async (page) => {
      const request = { person, message: 'A message', isAfterClick: false, signIn };
      const opened = await driver.openThread(page, request);
      return opened.state === 'open' ? (opened.replies ?? []) : [];
    });
  const unread = () => inTab(async (page) => driver.countUnread?.(page, { signIn }));

  const before = await read(new Date(0));
  await wait(NEXT_SECOND_MS);
  const since = before.readTo;
  await replies.write(person, own, TEXT);
  const marks = await replies.marks();
  const [first, second] = [await atThread(), await read(since)];
  const count = await unread();
  await wait(NEXT_SECOND_MS);
  await replies.write(person, own, 'And this');
  const [third, cut] = [await read(since), await read(since, 1)];
  const names = [second.replies[0]?.person ?? []].flat();
  const results = {
    'a reply is read at the thread': first.at(-1)?.text === TEXT,
    'it is read in one go, with its person': second.replies.length === 1 && names.includes(person),
    'it is the same one at both': idOf(first.at(-1)) === idOf(second.replies[0]),
    'what was read before is not read again': before.replies.every(({ text }) => text !== TEXT),
    'the next one comes with it, in order':
      third.replies.map(({ text }) => text).join('|') === `${TEXT}|And this`,
    'a second reading gives the same ids': idOf(third.replies[0]) === idOf(second.replies[0]),
    'a reading is cut where it has to be': cut.isCut === true && cut.replies.length === 1,
    'nothing became read': count === 1 && (await unread()) === 1 && (await replies.marks()) === marks,
  };
  for (const [title, isTrue] of Object.entries(results)) say(`${isTrue ? 'ok  ' : 'FAIL'}  ${title}`);
  return Object.values(results).every(Boolean);
}

function idOf(reply: Reply | undefined): string {
  return reply?.siteId ?? '';
}
