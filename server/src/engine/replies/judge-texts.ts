import { createHash } from 'node:crypto';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { isMadeByMachine } from '@pigeonpost/contract/automatic-replies/judge-automatic';
import type { SeenReply } from '@pigeonpost/contract/calls/agent-protocol';
import { nameForm } from '@pigeonpost/contract/names/name-form';
import type { ToldReply } from '@pigeonpost/contract/rules/reply';
import { judgeStop, prepareStopWords } from '@pigeonpost/contract/stop-words/judge-stop';
import { sql } from 'kysely';
import { getNameRules } from '../../database/sql/name-rules.ts';
import type { Tx } from '../../database/transaction.ts';

/** A reply before it is known to which profile. */
export type SaidReply = Omit<ToldReply, 'profile_id'>;

/**
 * Replies with normal names, and with what the user's stop words say of them. Only those of people who were written to are
 * judged, and other calls run between them: their number and texts come from outside.
 */
export async function judgeTexts(
  tx: Tx,
  { user_id, replies, via }: { user_id: number; replies: readonly SeenReply[]; via: ToldReply['via'] },
): Promise<SaidReply[]> {
  const rules = await getNameRules(tx, user_id);
  const named = replies.map((reply) => ({
    ...reply,
    person: [reply.person].flat().map((name) => nameForm(name, rules)),
  }));
  const writtenTo = await findWrittenTo(tx, { user_id, names: named.flatMap(({ person }) => person) });
  const words = await prepareUsersStopWords(tx, user_id);
  const judged: SaidReply[] = [];
  for (const { person, text, at, precision_seconds, site_id } of named) {
    const told = { person, at: Date.parse(at), precision_seconds, via };
    if (person.some((name) => writtenTo.has(name))) {
      const stop = judgeStop(text, words);
      // Its owner judges a wish to stop, also one that a machine seems to have written.
      const automatic = stop === 'no' && isMadeByMachine(text) ? 'sure' : 'no';
      judged.push({ ...told, text, site_id: site_id ?? hashOf(text), stop, automatic });
      await letOthersRun();
    } else judged.push({ ...told, text: '', site_id: site_id ?? hashOf(''), stop: 'no', automatic: 'no' });
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

/** A reply without an id of the site is known by its text. */
const hashOf = (text: string): string => createHash('md5').update(text).digest('hex');
