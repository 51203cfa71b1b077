import type { CampaignLog } from './calls/campaigns.ts';
import type { CampaignStatus } from './campaigns.ts';

/** The answer to joining a room. */
export type JoinAck =
  | {
      ok: true;
      /** Milliseconds since this user's last event. A page that fetched before it fetches again. */
      told_ms_ago: number;
    }
  | { error: string };
/** The answer to leaving a room. */
export type LeaveAck = { ok: true };

/** Events from the server to a browser. They are hints: a page that missed some is right after its next fetch. */
export interface ServerEvents {
  campaign_update: (event: { campaign_id: number; status: CampaignStatus | 'deleted' }) => void;
  campaign_progress_update: (event: {
    campaignId: number;
    total_sent: number;
    total_failed: number;
    total_list: number;
    total_replied: number;
  }) => void;
  /** A person replied to a message of the campaign. */
  campaign_reply: (event: { campaign_id: number; recipient: string; at: string }) => void;
  campaign_log: (event: CampaignLog) => void;
  /** How far the making of a long list from lists has come (docs/behaviour.md#lists-from-lists). */
  list_progress: (event: { added: number; people: number }) => void;
  /** An agent came or went, or reported other windows, drivers or folders. */
  agent_update: (event: { agent_id: number; connected: boolean }) => void;
  /** A ticket is new, was changed or has another message. Sent to its user and to administrators. */
  ticket_update: (event: { ticket_id: number }) => void;
  /** The user is told of something (docs/behaviour.md#notifications). */
  notification: () => void;
  /** This browser's user was changed by an administrator (role, pack, end date), or a freeze began or ended. */
  user_update: (event: { user_id: number }) => void;
}

/** Messages from a browser to the server. */
export interface BrowserEvents {
  join_user_room: (user_id: number, ack?: (answer: JoinAck) => void) => void;
  leave_user_room: (user_id: number, ack?: (answer: LeaveAck) => void) => void;
}

export const CONNECT_TIMEOUT_MS = 20_000;
export const RECONNECTION_DELAY_MS = 1000;
export const RECONNECTION_DELAY_MAX_MS = 5000;
export const RECONNECTION_RANDOMIZATION = 0.5;
/** The number of lines that the live log keeps, and a campaign's page begins with. */
export const LOG_LINES_KEPT = 50;
