import { isAutomatic, type ReplyAutomatic } from '../people/replies.ts';
import type { Ms } from './change.ts';
import {
  entriesAfter,
  hear,
  type KnownReply,
  latestOf,
  type ReplyLedger,
  type WrittenTo,
} from './written-to.ts';

// What follows when its owner says that a machine wrote a reply, or that a person did (docs/engine.md#replies).

interface WriterVerdict {
  automatic: ReplyAutomatic;
  /** Null: the person's ledger stays as it is. */
  ledger: ReplyLedger | null;
  /** The reply's message with its first reply, or none; null: that stays as it was. */
  counted: { campaign_id: number; recipient_id: number; replied_at: Ms | null } | null;
}

/**
 * What changes by an owner's word on who wrote a reply; null: it is gone. What depends on it is as if that had been so from
 * the beginning; whom a campaign skipped for it stays skipped.
 */
export function judgeWriter(
  { ledger, messages, replies }: WrittenTo,
  said: { id: number; is_automatic: boolean },
): WriterVerdict | null {
  const reply = replies.find(({ id }) => id === said.id);
  if (!reply) return null;
  const automatic = said.is_automatic ? 'owner_yes' : 'owner_no';
  if (isAutomatic(reply.automatic) === said.is_automatic) return { automatic, ledger: null, counted: null };
  const others = replies.filter((one) => one !== reply && !isAutomatic(one.automatic));
  return {
    automatic,
    ledger: said.is_automatic ? forget({ ledger, messages }, others) : hear(ledger, reply.at),
    counted: recount(reply, said.is_automatic ? others : [...others, reply]),
  };
}

/** The person's other replies stay, and the messages after them are those without one again. */
function forget(
  { ledger, messages }: Pick<WrittenTo, 'ledger' | 'messages'>,
  others: readonly KnownReply[],
): ReplyLedger {
  const replied_at = latestOf(others.map(({ at }) => at));
  const heard = messages.filter(({ state, is_heard }) => state === 'sent' && is_heard);
  const without_reply = {
    ...Object.fromEntries(heard.map(({ campaign_id, begun_at }) => [campaign_id, begun_at / 1000])),
    ...ledger.without_reply,
  };
  const since = latestOf([replied_at, ledger.waived_at]);
  return { ...ledger, replied_at, without_reply: entriesAfter(without_reply, since) };
}

/** The message of a reply has the first of these replies to it, or none. */
function recount({ campaign_id, recipient_id }: KnownReply, counting: readonly KnownReply[]) {
  if (campaign_id === null || recipient_id === null) return null;
  const to = counting.filter((one) => one.campaign_id === campaign_id && one.recipient_id === recipient_id);
  return {
    campaign_id,
    recipient_id,
    replied_at: to.length === 0 ? null : Math.min(...to.map(({ at }) => at)),
  };
}
