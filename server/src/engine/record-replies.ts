import { setImmediate as letOthersRun } from 'node:timers/promises';
import { isMadeByMachine } from '@pigeonpost/contract/automatic-replies/judge-automatic';
import type { SeenReply } from '@pigeonpost/contract/calls/agent-protocol';
import { nameForm } from '@pigeonpost/contract/names/name-form';
import { judgeStop, prepareStopWords } from '@pigeonpost/contract/stop-words/judge-stop';
import { sql } from 'kysely';
import { getNameRules } from '../database/sql/name-rules.ts';
import type { Tx } from '../database/transaction.ts';
import { askWithin } from './ask-within.ts';
import type { EngineContext } from './context.ts';
import { lockEngine } from './engine-lock.ts';

/** A reply as the engine takes it: normal names, and judged by the user's stop words. */
export interface JudgedReply {
  person: string[];
  at: string;
  precision_seconds: number | undefined;
  text: string;
  site_id: string | undefined;
  via: 'thread' | 'reading';
  stop: 'no' | 'sure' | 'perhaps';
  automatic: 'no' | 'sure';
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

/**
 * Replies with normal names, and with what the user's stop words say of them. Only those of people who were written to are
 * judged, and other calls run between them: their number and texts come from outside.
 */
export async function judgeReplies(
  tx: Tx,
  { user_id, replies, via }: { user_id: number; replies: readonly SeenReply[]; via: JudgedReply['via'] },
): Promise<JudgedReply[]> {
  const rules = await getNameRules(tx, user_id);
  const named = replies.map((reply) => ({
    ...reply,
    person: [reply.person].flat().map((name) => nameForm(name, rules)),
  }));
  const writtenTo = await findWrittenTo(tx, { user_id, names: named.flatMap(({ person }) => person) });
  const words = await prepareUsersStopWords(tx, user_id);
  const judged: JudgedReply[] = [];
  for (const { person, text, at, precision_seconds, site_id } of named) {
    const told = { person, at, precision_seconds, site_id, via };
    if (person.some((name) => writtenTo.has(name))) {
      const stop = judgeStop(text, words);
      // A wish is its owner's to judge, whoever wrote it.
      const automatic = stop === 'no' && isMadeByMachine(text) ? 'sure' : 'no';
      judged.push({ ...told, text, stop, automatic });
      await letOthersRun();
    } else judged.push({ ...told, text: '', stop: 'no', automatic: 'no' });
  }
  return judged;
}

async function prepareUsersStopWords(tx: Tx, user_id: number) {
  const { stop_languages, stop_words } = await tx
    .selectFrom('settings')
    .select(['stop_languages', 'stop_words'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return prepareStopWords({ languages: stop_languages, words: stop_words });
}

/** Those of the names to whom one of the user's campaigns wrote. */
async function findWrittenTo(
  tx: Tx,
  { user_id, names }: { user_id: number; names: string[] },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ recipient: string }>`
    select recipient from message_ledger
    where user_id = ${user_id} and recipient = any (${[...new Set(names)]}::text[])`.execute(tx);
  return new Set(rows.map(({ recipient }) => recipient));
}

/** Writes its owner's word that a machine wrote a reply, or that a person did (docs/engine.md#replies). */
export async function takeReplyFor(
  context: EngineContext,
  { user_id, id, is_automatic }: { user_id: number; id: number; is_automatic: boolean },
): Promise<void> {
  await lockEngine(context, { user_ids: [user_id] });
  await askWithin<null>(context, 'take_reply_for', [user_id, id, is_automatic]);
}
