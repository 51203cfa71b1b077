import type { Outcome } from '@pigeonpost/contract/agent';

/** Whose a delivery is: its result is reported to that server only, and for that user only. */
export interface JournalOwner {
  server_id: string;
  user_id: number;
}

/** What the journal keeps of a delivery from the moment that begin is asked. */
export interface JournalDelivery extends JournalOwner {
  /** The epoch of the server's database when it handed the delivery out. */
  epoch: number;
  token: string;
  campaign_id: number;
  recipient_id: number;
  recipient: string;
  /** Whose sign-in a driver may need to read the thread. */
  profile_id: number;
  profile_path: string;
  /** The text, so that a driver can look for it in the thread after a crash. */
  message: string;
  /** The number that the grant of this delivery has, or would have had. */
  grant_number: number;
}

/** What came of a delivery, as it is reported (docs/agent-protocol.md#outcomes). */
export interface JournalResult {
  outcome: Outcome;
  blocked?: boolean;
  signed_out?: boolean;
  profile_in_use?: boolean;
  site_unreachable?: boolean;
  machine_fault?: boolean;
  reason?: string;
}

/** What a line of the journal says, and when it was written. */
export type JournalLine = { at: string } & (
  | ({ line: 'asked' } & JournalDelivery)
  | { line: 'clicking'; token: string; own_messages_before: number }
  | { line: 'outcome'; token: string; result: JournalResult }
  | { line: 'answered'; token: string; epoch?: number }
);

/** Whether a delivery is of this server and user: lines of others are kept and never told to it. */
export function belongsTo(delivery: JournalDelivery, owner: JournalOwner): boolean {
  return delivery.server_id === owner.server_id && delivery.user_id === owner.user_id;
}
