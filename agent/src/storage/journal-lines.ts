import type { Outcome } from '@pigeonpost/contract/agent';

/** The owner of a delivery: its result is reported to that server only, and for that user only. */
export interface JournalOwner {
  server_id: string;
  user_id: number;
}

/** The journal's record of a delivery, written before begin is asked. */
export interface JournalDelivery extends JournalOwner {
  /** The epoch of the server's database when it handed the delivery out. */
  epoch: number;
  token: string;
  campaign_id: number;
  recipient_id: number;
  recipient: string;
  /** The profile whose sign-in a driver may need to read the thread. */
  profile_id: number;
  profile_path: string;
  /** The text, so that a driver can find it in the thread after a crash. */
  message: string;
  /** The number that the grant of this delivery has, or would have had. */
  grant_number: number;
}

/** The outcome of a delivery, as reported (docs/agent-protocol.md#outcomes). */
export interface JournalResult {
  outcome: Outcome;
  blocked?: boolean;
  signed_out?: boolean;
  profile_in_use?: boolean;
  site_unreachable?: boolean;
  machine_fault?: boolean;
  obstacle?: string;
  reason?: string;
}

/** A line of the journal, with its time. */
export type JournalLine = { at: string } & (
  | ({ line: 'asked' } & JournalDelivery)
  | { line: 'clicking'; token: string; own_messages_before: number }
  | { line: 'outcome'; token: string; result: JournalResult }
  | { line: 'answered'; token: string; epoch?: number }
);

/** Whether a delivery belongs to this server and user. Others are kept and never reported to it. */
export function belongsTo(delivery: JournalDelivery, owner: JournalOwner): boolean {
  return delivery.server_id === owner.server_id && delivery.user_id === owner.user_id;
}
