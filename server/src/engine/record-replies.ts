import type { SeenReply } from '@pigeonpost/contract/calls/agent-protocol';
import { peopleOf, type ReplyFacts } from '@pigeonpost/contract/rules/reply';
import { judgeWriter } from '@pigeonpost/contract/rules/reply-writer';
import { callWithin } from '../database/transactions.ts';
import { askWithin } from './ask-within.ts';
import type { EngineContext } from './context.ts';
import { lockEngine } from './engine-lock.ts';
import { decideReplies, isNews, toLedger } from './replies/decide-replies.ts';
import { judgeTexts } from './replies/judge-texts.ts';
import { toTime } from './write-changes.ts';

interface Recorded {
  /** How many were not known yet. */
  recorded: number;
  /** How many people wrote to whom no campaign had written before. */
  others: number;
  /** The names that came onto do-not-contact. */
  do_not_contact: { recipient: string }[];
}

/** The functions of the database that read what a reply is judged by, and write what was decided. */
const READ = 'read_reply_facts';
const WRITE = 'record_replies';
const WRITE_WRITER = 'record_writer';

/** Records what a reading of a profile's messages found (docs/engine.md#replies). A reply that is known counts once. */
export async function recordReplies(
  context: EngineContext,
  { user_id, profile_id, replies }: { user_id: number; profile_id: number; replies: readonly SeenReply[] },
): Promise<Recorded> {
  await lockEngine(context, { user_ids: [user_id] });
  const said = await judgeTexts(context.tx, { user_id, replies, via: 'reading' });
  const told = said.map((reply) => ({ ...reply, profile_id }));
  const now = context.deps.clock.now().getTime();
  const facts = await readFacts(context, user_id, peopleOf(told, now));
  const { decided, others } = decideReplies(context.deps, { user_id, told, facts, now });
  const refused = isNews(decided) ? await askWithin<string[]>(context, WRITE, [JSON.stringify(decided)]) : [];
  return {
    recorded: decided.replies.length,
    others,
    do_not_contact: refused.map((recipient) => ({ recipient })),
  };
}

const readFacts = (
  { tx }: EngineContext,
  user_id: number,
  asked: ReturnType<typeof peopleOf>,
): Promise<ReplyFacts> => callWithin<ReplyFacts>(tx, READ, [user_id, JSON.stringify(asked)]);

/** Writes its owner's word that a machine wrote a reply, or that a person did (docs/engine.md#replies). */
export async function takeReplyFor(
  context: EngineContext,
  { user_id, id, is_automatic }: { user_id: number; id: number; is_automatic: boolean },
): Promise<void> {
  await lockEngine(context, { user_ids: [user_id] });
  const reply = await context.tx
    .selectFrom('replies')
    .select('recipient')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!reply) return;
  const { people } = await readFacts(context, user_id, [{ name: reply.recipient, since: null }]);
  const verdict = people[0] && judgeWriter(people[0], { id, is_automatic });
  if (!verdict) return;
  const { automatic, ledger, counted } = verdict;
  await askWithin<null>(context, WRITE_WRITER, [
    user_id,
    id,
    automatic,
    JSON.stringify(ledger ? [toLedger({ user_id, recipient: reply.recipient, ledger })] : []),
    JSON.stringify(counted ? [{ ...counted, user_id, replied_at: toTime(counted.replied_at) }] : []),
  ]);
}
