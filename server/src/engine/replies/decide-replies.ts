import {
  judgeReplies,
  type RecordedReply,
  type ReplyFacts,
  type ToldReply,
} from '@pigeonpost/contract/rules/reply';
import type { WrittenTo } from '@pigeonpost/contract/rules/written-to';
import type { Deps } from '../../deps.ts';
import { toTime } from '../write-changes.ts';

/** What `record_replies` writes (server/functions/engine/record-replies.sql). */
export interface DecidedReplies {
  replies: ReturnType<typeof toRow>[];
  ledgers: ReturnType<typeof toLedger>[];
}

interface Told {
  user_id: number;
  told: readonly ToldReply[];
  /** Its epoch: the user's own. */
  facts: ReplyFacts;
  now: number;
}

/** Whether anything is written. */
export const isNews = ({ replies, ledgers }: DecidedReplies): boolean => replies.length + ledgers.length > 0;

/** What is written of one user's replies, and how many people wrote to whom no campaign had written before. */
export function decideReplies(
  { identity }: Pick<Deps, 'identity'>,
  { user_id, told, facts, now }: Told,
): { decided: DecidedReplies; others: number } {
  const epoch = Math.max(identity.epoch, facts.epoch);
  const { verdicts, heard } = judgeReplies(told, { ...facts, epoch }, now);
  const recorded = verdicts.flatMap((verdict) => (verdict.kind === 'recorded' ? [verdict.reply] : []));
  const others = told.filter((_, ord) => verdicts[ord]?.kind === 'other').map(({ person }) => person[0]);
  return {
    decided: {
      replies: recorded
        .toSorted((one, other) => one.told_at - other.told_at)
        .map((reply, ord) => toRow(user_id, reply, ord)),
      ledgers: heard.map((person) => toLedger({ user_id, ...person })),
    },
    others: new Set(others).size,
  };
}

/** A row of the type `recorded_reply` (server/functions/engine/types.sql). */
const toRow = (user_id: number, { id: _, told_at, at, ...reply }: RecordedReply, ord: number) => ({
  ...reply,
  ord,
  user_id,
  told_at: toTime(told_at),
  at: toTime(at),
});

/** What replies change in a person's row of the ledger. */
export const toLedger = ({
  user_id,
  recipient,
  ledger,
}: Pick<WrittenTo, 'recipient' | 'ledger'> & { user_id: number }) => ({
  user_id,
  recipient,
  replied_at: ledger.replied_at,
  without_reply: ledger.without_reply,
});
