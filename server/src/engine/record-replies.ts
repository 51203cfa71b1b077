import type { SeenReply } from '@pigeonpost/contract/calls/agent-protocol';
import { normalizeRecipient } from '@pigeonpost/contract/recipients';
import { judgeStop, prepareStopWords } from '@pigeonpost/contract/stop-words/judge-stop';
import type { Tx } from '../database/transaction.ts';
import { askWithin } from './ask-engine.ts';
import type { EngineContext } from './context.ts';
import { lockEngine } from './engine-lock.ts';

/** A reply as the engine takes it: normal names, and judged by the user's stop words. */
export interface JudgedReply {
  person: string[];
  at: string;
  text: string;
  site_id: string | undefined;
  via: 'thread' | 'reading';
  stop: 'no' | 'sure' | 'perhaps';
}

interface Recorded {
  /** How many were not known yet. */
  recorded: number;
  /** How many people wrote to whom no campaign had written before. */
  others: number;
  /** The names that came onto do-not-contact. */
  do_not_contact: { id: number; recipient: string }[];
}

/** Records what a reading of a profile's messages found (docs/engine.md#replies). A reply that is known counts once. */
export async function recordReplies(
  context: EngineContext,
  { user_id, profile_id, replies }: { user_id: number; profile_id: number; replies: readonly SeenReply[] },
): Promise<Recorded> {
  await lockEngine(context, { user_ids: [user_id] });
  const judged = await judgeReplies(context.tx, { user_id, replies, via: 'reading' });
  return askWithin<Recorded>(context, 'record_replies', [user_id, profile_id, JSON.stringify(judged)]);
}

/** Replies with normal names, and with what the user's stop words say of them. */
export async function judgeReplies(
  tx: Tx,
  { user_id, replies, via }: { user_id: number; replies: readonly SeenReply[]; via: JudgedReply['via'] },
): Promise<JudgedReply[]> {
  const { stop_languages, stop_words } = await tx
    .selectFrom('settings')
    .select(['stop_languages', 'stop_words'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  const words = prepareStopWords({ languages: stop_languages, words: stop_words });
  return replies.map(({ person, at, text, site_id }) => ({
    person: [person].flat().map(normalizeRecipient),
    at,
    text,
    site_id,
    via,
    stop: judgeStop(text, words),
  }));
}
