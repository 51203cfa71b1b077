import type { CampaignLog } from './calls/campaigns.ts';
import type { CampaignStatus } from './campaigns.ts';

/** The answer to joining a room. */
export type JoinAck =
  | {
      ok: true;
      /** How long ago this user was last told of something: a page that fetched before that fetches again. */
      told_ms_ago: number;
    }
  | { error: string };
/** The answer to leaving a room. */
export type LeaveAck = { ok: true };

/** What the server tells a browser. Events are hints: a page that missed them is right once it fetches again. */
export interface ServerEvents {
  campaign_update: (event: { campaign_id: number; status: CampaignStatus | 'deleted' }) => void;
  campaign_progress_update: (event: {
    campaignId: number;
    total_sent: number;
    total_failed: number;
    total_list: number;
  }) => void;
  campaign_log: (event: CampaignLog) => void;
  /** An agent came or went, or reported other windows, drivers or folders of its machine. */
  agent_update: (event: { agent_id: number; connected: boolean }) => void;
  /** A ticket is new, was changed or has another message; told to its user and to administrators. */
  ticket_update: (event: { ticket_id: number }) => void;
  /** An administrator changed the user whose browser this is: role, pack, end date. */
  user_update: (event: { user_id: number }) => void;
}

/** What a browser tells the server. */
export interface BrowserEvents {
  join_user_room: (user_id: number, ack?: (answer: JoinAck) => void) => void;
  leave_user_room: (user_id: number, ack?: (answer: LeaveAck) => void) => void;
}

export const CONNECT_TIMEOUT_MS = 20_000;
export const RECONNECTION_DELAY_MS = 1000;
export const RECONNECTION_DELAY_MAX_MS = 5000;
export const RECONNECTION_RANDOMIZATION = 0.5;
/** Lines the live log panel keeps, and a campaign's page begins with. */
export const LOG_LINES_KEPT = 50;
