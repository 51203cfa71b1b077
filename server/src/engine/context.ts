import type { Tx } from '../database/transaction.ts';
import type { AfterCommit } from '../database/transactions.ts';
import type { Deps } from '../deps.ts';

/** What a step of the engine runs with: its transaction, what may follow the commit, and the means. */
export interface EngineContext {
  tx: Tx;
  afterCommit: AfterCommit;
  deps: Deps;
}

/** One campaign of one user: every query of the engine names both. */
export interface CampaignKey {
  user_id: number;
  campaign_id: number;
}
