import type { Page } from 'puppeteer-core';
import type { Clock } from '../../clock.ts';
import type { ReadReplies, RepliesRequest, Reply } from '../driver.ts';
import type { SiteDescription } from './description.ts';
import { type Found, onElements } from './elements.ts';
import { type ReadThread, readMessages, readOwn } from './messages.ts';
import { open } from './open.ts';

const AT_THREAD_MOST = 20;
const TEXT_MAX = 2_000;

/**
 * What the person wrote below the account's own last message. Undefined if the description does not say whose message
 * is whose, or where its time stands.
 */
export async function repliesSinceOwn(thread: ReadThread, person: string): Promise<Reply[] | undefined> {
  const { theirs, time } = thread.description.messages;
  if (theirs === undefined || time === undefined) return undefined;
  const [newestOwn] = await readOwn(thread);
  const since = (await readMessages(thread, theirs))
    .filter(({ bottom }) => newestOwn === undefined || bottom > newestOwn.bottom)
    .slice(0, AT_THREAD_MOST)
    .reverse();
  return since.map(({ text, at, id }) => toReply({ person, text, at, id, precision: time.precision }));
}

interface Reading extends RepliesRequest {
  page: Page;
  clock: Clock;
  description: SiteDescription;
  list: NonNullable<SiteDescription['replies']>;
}

/** The newest message of each person, from the list of threads: a thread that is opened may become read. */
export async function readReplies({ list, since, most, ...visit }: Reading): Promise<ReadReplies> {
  const { page, clock } = visit;
  const now = clock.now();
  const opened = await open({ ...visit, address: list.address, ready: list.ready });
  if (opened.state === 'not_found') throw new Error(`${list.address} shows that somebody was not found.`);
  if (opened.state !== 'ready') throw new Error(opened.reason);
  const rows = await onElements(page, [list.threads], readRows, list);
  const replies = rows
    .flatMap(({ name, ...row }) => {
      const person = personOf(name, list.person.is);
      return person === undefined ? [] : [toReply({ person, ...row, precision: list.time.precision })];
    })
    .filter(({ at, precisionSeconds = 0 }) => at.getTime() + precisionSeconds * 1000 > since.getTime())
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  const kept = replies.slice(0, most);
  if (kept.length === replies.length) return { replies, readTo: now };
  return { replies: kept, readTo: kept.at(-1)?.at ?? since, isCut: true };
}

interface Row {
  name: string;
  text: string;
  at: string | null;
  id: string | null;
}

/** Runs in the page: the rows whose newest message is described as the person's. */
function readRows(found: Found, list: Reading['list']): Row[] {
  const [selector] = found;
  const rows =
    typeof selector === 'string' ? [...document.querySelectorAll(selector)] : (found as readonly Element[]);
  const find = (row: Element, part: string | undefined) =>
    part === undefined || row.matches(part) ? row : row.querySelector(part);
  return rows.flatMap((row) => {
    const named = find(row, list.person.shown);
    const said = find(row, list.text);
    if (!named || !said || !row.checkVisibility({ visibilityProperty: true })) return [];
    const { attribute } = list.person;
    const { time, id } = list;
    return {
      name: (attribute === undefined ? named.textContent : named.getAttribute(attribute)) ?? '',
      text: (said.textContent ?? '').trim(),
      at: find(row, time.shown)?.getAttribute(time.attribute) ?? null,
      id: id ? (find(row, id.shown)?.getAttribute(id.attribute) ?? null) : null,
    };
  });
}

/** The name in what the row says; undefined if that is no person's, such as a group's. */
function personOf(said: string, is: string): string | undefined {
  const [before = '', after = ''] = is.split('{person}');
  const name = said.trim();
  if (!name.startsWith(before) || !name.endsWith(after) || name.length <= before.length + after.length)
    return undefined;
  const bare = name.slice(before.length, name.length - after.length);
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}

type Told = { person: string; precision: number | undefined } & Omit<Row, 'name'>;

function toReply({ person, text, at, id, precision = 0 }: Told): Reply {
  const told = toTime(at);
  const precisionSeconds = Math.max(precision, told.precisionSeconds);
  return {
    person,
    at: told.at,
    text: text.slice(0, TEXT_MAX),
    ...(precisionSeconds > 0 && { precisionSeconds }),
    ...(id !== null && id !== '' && { siteId: id }),
  };
}

const HOUR_MS = 3_600_000;
/** A day without its zone begins so long before it begins in UTC, and ends so long after it, somewhere on earth. */
const DAY_WITHOUT_ZONE = { beginsBeforeHours: 14, seconds: (14 + 24 + 12) * 3_600 };

/** An attribute says a time as ISO 8601, which may end with its day or its minute, or as seconds or milliseconds since 1970. */
export function toTime(said: string | null): { at: Date; precisionSeconds: number } {
  const text = said?.trim() ?? '';
  const scale = /^\d{9,10}(\.\d+)?$/.test(text) ? 1000 : 1;
  const time = new Date(/^\d[\d.]+$/.test(text) ? Number(text) * scale : text);
  if (Number.isNaN(time.getTime())) {
    const shown = said === null ? 'is missing' : `says "${said}"`;
    throw new Error(`The page gives no time of a reply: the described attribute ${shown}.`);
  }
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    const at = new Date(time.getTime() - DAY_WITHOUT_ZONE.beginsBeforeHours * HOUR_MS);
    return { at, precisionSeconds: DAY_WITHOUT_ZONE.seconds };
  }
  const endsWithMinute = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?:Z|[+-]\d\d:?\d\d)?$/.test(text);
  return { at: time, precisionSeconds: endsWithMinute ? 60 : 0 };
}
