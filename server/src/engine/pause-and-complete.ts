import type { CampaignStatus, DeliveryState } from '@pigeonpost/contract/campaigns';
import type { Pause } from '@pigeonpost/contract/pauses';
import { judgeStanding, type StandingFacts } from '@pigeonpost/contract/rules/complete';
import { callWithin } from '../database/transactions.ts';
import { act } from './by-hand/act.ts';
import type { CampaignKey, EngineContext } from './context.ts';
import { lockEngine } from './engine-lock.ts';
import { type EngineEvent, publishEvents } from './publish.ts';
import { type AccountRow, type CampaignRow, readAccount, readCampaign } from './read-facts.ts';

/** A campaign that may have nothing left to do; without one, all running campaigns of a user, who may not go on. */
export type Look = Pick<CampaignKey, 'user_id'> & Partial<CampaignKey>;

/** The functions of the database that read what campaigns are judged by, and write what was decided. */
const READ = 'standing_facts';
const WRITE = 'record_standings';

/** What the tables say of campaigns, with their accounts by the user's id. */
interface StandingRows {
  campaigns: (Omit<StandingFacts, 'account' | 'campaign'> & { user_id: number; campaign: CampaignRow })[];
  accounts: Record<number, AccountRow>;
}

/**
 * Ends those of the campaigns that have nothing left to do, and pauses those that may not or cannot go on
 * (docs/engine.md#completing). `isOwnAct`: because of what the user does, who need not be told of it. The user lock must be
 * held.
 */
export async function endOrPauseCampaigns(
  context: EngineContext,
  looks: Look[],
  { isOwnAct = false }: { isOwnAct?: boolean } = {},
): Promise<void> {
  if (looks.length === 0) return;
  const { tx, deps } = context;
  const now = deps.clock.now();
  const rows = await callWithin<StandingRows>(tx, READ, [JSON.stringify(looks)]);
  const decided = decide(rows, { now: now.getTime(), isOwnAct });
  if (decided.length === 0) return;
  publishEvents(context, await callWithin<EngineEvent[]>(tx, WRITE, [now, JSON.stringify(decided)]));
}

/** What becomes of a campaign, as `record_standings` reads it. */
interface Decided extends CampaignKey {
  status: CampaignStatus;
  pause?: Pause;
  is_told?: boolean;
}

/** Without the campaigns that go on. */
function decide(
  { campaigns, accounts }: StandingRows,
  { now, isOwnAct }: { now: number; isOwnAct: boolean },
): Decided[] {
  return campaigns.flatMap(({ user_id, ...row }): Decided[] => {
    const account = readAccount(accounts[user_id] as AccountRow);
    const campaign = readCampaign(row.campaign);
    const standing = judgeStanding({ ...row, account, campaign }, now);
    const key = { user_id, campaign_id: campaign.id };
    if (standing.kind === 'ends') return [{ ...key, status: standing.status }];
    if (standing.kind === 'goes_on') return [];
    const { pause } = standing;
    return [{ ...key, status: 'paused', pause, is_told: !isOwnAct || pause.kind === 'review' }];
  });
}

/** The same for a user who switches a profile off or deletes it, taking the lock. They know why, so nothing notifies them. */
export async function checkEligibleProfiles(context: EngineContext, user_id: number): Promise<void> {
  await lockEngine(context, { user_ids: [user_id] });
  await endOrPauseCampaigns(context, [{ user_id }], { isOwnAct: true });
}

/**
 * Ends the waiting of those whom a campaign was to try again when its owner stopped it
 * (docs/engine.md#stopping). The user lock must be held.
 */
export async function stopRetries(context: EngineContext, key: CampaignKey): Promise<void> {
  const { rows } = await context.tx.query<{ recipient_id: number; state: DeliveryState }>(
    `select recipient_id, state from deliveries
    where user_id = $1 and campaign_id = $2 and retry_at is not null`,
    [key.user_id, key.campaign_id],
  );
  const waiting = rows.map((row) => ({ ...key, ...row, is_over: true }));
  await act(context, waiting, () => 'stop');
}
