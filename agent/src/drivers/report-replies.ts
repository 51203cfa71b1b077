import type { SeenReply } from '@pigeonpost/contract/calls/agent-protocol';
import { REPLY_PRECISION_MAX } from '@pigeonpost/contract/people/replies';
import type { Reply } from './driver.ts';

/** Replies that go with one begin: the newest ones. */
const AT_THREAD_MOST = 20;
const TEXT_MAX = 2_000;
const SITE_ID_MAX = 500;
const NAME_MAX = 1_000;
const NAMES_MAX = 10;

/** What a driver said of the person whose thread it opened, within the bounds of begin. */
export function reportThread(replies: readonly Reply[]): SeenReply[] {
  return reportReplies(replies).slice(-AT_THREAD_MOST);
}

/** Replies as the server takes them, the oldest first (docs/agent-protocol.md#replies). */
export function reportReplies(replies: readonly Reply[]): SeenReply[] {
  return replies.toSorted((a, b) => a.at.getTime() - b.at.getTime()).flatMap(toSeen);
}

function toSeen({ person, at, precisionSeconds, text, siteId }: Reply): SeenReply[] {
  if (Number.isNaN(at.getTime())) throw new Error('The site driver gave a reply without a time.');
  const names = [person].flat().map(toText).filter(isName).slice(0, NAMES_MAX);
  // A reply of nobody is nothing that the server could take.
  if (names.length === 0) return [];
  const reply: SeenReply = { person: names, at: at.toISOString(), text: toText(text.slice(0, TEXT_MAX)) };
  if (precisionSeconds !== undefined && precisionSeconds > 0)
    reply.precision_seconds = Math.min(precisionSeconds, REPLY_PRECISION_MAX);
  // One that is cut might be another message's.
  const hasId = siteId !== undefined && siteId !== '' && siteId.length <= SITE_ID_MAX;
  return [hasId ? { ...reply, site_id: toText(siteId) } : reply];
}

function isName(name: string): boolean {
  return name !== '' && name.length <= NAME_MAX;
}

/** The server refuses half a character and the null character. */
function toText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
