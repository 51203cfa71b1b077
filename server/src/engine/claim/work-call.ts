import type { AgentRequest, Delivery } from '@pigeonpost/contract/calls/agent-protocol';
import type { Claim } from '@pigeonpost/contract/rules/claim';
import type { ClaimFacts } from '@pigeonpost/contract/rules/due-senders';
import type { Profile, RunningCampaign, Sender } from '@pigeonpost/contract/rules/facts';
import type { CopyFacts, CopyVerdict, KnownToAgent } from '@pigeonpost/contract/rules/freeze/copy';
import type { NextWork } from '@pigeonpost/contract/rules/next-work';
import type { CampaignText } from '../message.ts';
import type { AccountRow, CampaignRow } from '../read-facts.ts';

/** A work call, each of another user. */
export interface ClaimCall {
  user_id: number;
  session_id: number;
  agent_id: number;
  /** A script with its user's own login token works the profiles of all machines. */
  any_machine: boolean;
  paths: string[];
  capacity: number;
  /** The agent's proof that a database with less knowledge is a copy (docs/engine.md#high-water-mark). */
  known: KnownToAgent | undefined;
}

/** What a call is answered by; undefined if its session has ended. */
export interface ClaimAnswer extends Omit<CopyVerdict, 'missing'>, SignOfLife {
  requests: AgentRequest[];
  deliveries: (Omit<Delivery, 'message'> & CampaignText)[];
  /** When a call that got nothing may find something. */
  next_at: number | null;
  /** Until then, or for good without it, only a nudge of its user can bring work. */
  is_quiet: boolean;
}

interface SignOfLife {
  /** Whether other machines of the user have waited for this one. */
  was_awaited: boolean;
  has_connected: boolean;
}

/** A profile, with what its agent is told of it. */
interface OwnSender extends Sender {
  profile_name: string;
  profile_path: string;
  insta_username: string | null;
  granted: number;
}

/** A campaign, with what fills a delivery. */
interface OwnCampaign extends RunningCampaign {
  name: string;
  template_content: string;
}

/** What a call's claim is judged by. */
export type Facts = ClaimFacts<OwnSender, OwnCampaign> & { has_others: boolean };

/** As the database tells a call; its session may have ended. */
export type CallRow = { is_known: false } | ({ is_known: true } & KnownRow);

export interface KnownRow
  extends Omit<CopyFacts, 'is_frozen'>,
    SignOfLife,
    Pick<Facts, 'day' | 'handed_out' | 'has_others'> {
  requests: AgentRequest[];
  /** Whether its agent has a driver for the account's site, and until when the user's other machines are waited for. */
  delivers: boolean;
  held_until: number | null;
  account: AccountRow;
  /** Its running campaigns, and their profiles that the call named. */
  running: (Omit<OwnCampaign, 'campaign'> & CampaignRow)[];
  senders: (Omit<OwnSender, 'profile'> & Profile & { campaign_id: number })[];
}

export type OwnClaim = Claim<OwnSender, OwnCampaign>;

/** A call of a session that holds, and what was decided of it. */
export interface Asked {
  call: ClaimCall;
  row: KnownRow;
  /** Whether the agent knows more than this database. */
  copy: CopyVerdict;
  facts: Facts;
  claimed: OwnClaim;
  next: NextWork;
}
