import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import type { Pause } from '@pigeonpost/contract/pauses';
import { judgeStanding, type StandingFacts } from '@pigeonpost/contract/rules/complete';
import type { EngineStep } from '../database/engine/engine-step.ts';
import { callWithin } from '../database/transactions.ts';
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

/** What a function of the database answers that writes a step; `standing`: of the campaigns to look at then. */
export interface Written {
  events: EngineEvent[];
  standing: StandingRows | null;
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
  const standing = await callWithin<StandingRows>(context.tx, READ, [JSON.stringify(looks)]);
  await endOrPause(context, standing, isOwnAct);
}

/** The same for a user who switches a profile off or deletes it, taking the lock. They know why, so nothing notifies them. */
export async function checkEligibleProfiles(context: EngineContext, user_id: number): Promise<void> {
  await lockEngine(context, { user_ids: [user_id] });
  await endOrPauseCampaigns(context, [{ user_id }], { isOwnAct: true });
}

/** Ends or pauses campaigns of which the write of a step has told. */
export async function endOrPause(
  context: EngineContext,
  standing: StandingRows | null,
  isOwnAct = false,
): Promise<void> {
  const { tx, deps } = context;
  const now = deps.clock.now();
  const decided = decide(standing, { now: now.getTime(), isOwnAct });
  if (decided.length === 0) return;
  publishEvents(context, await callWithin<EngineEvent[]>(tx, WRITE, [now, JSON.stringify(decided)]));
}

/**
 * Writes a step by a function whose last argument are the campaigns to look at then, ends or pauses these, and commits. A step
 * without any takes no message more.
 */
export async function commitAndLook<W extends Written>(
  step: EngineStep,
  {
    name,
    args,
    looks,
    now,
  }: { name: string; args: Parameters<EngineStep['call']>[1]; looks: Look[]; now: number },
): Promise<W> {
  if (looks.length === 0) return step.commit<W>(name, [...args, '[]']);
  const written = await step.call<W>(name, [...args, JSON.stringify(looks)]);
  const decided = decide(written.standing, { now, isOwnAct: false });
  if (decided.length === 0) return written;
  const moment = new Date(now).toISOString();
  const events = await step.commit<EngineEvent[]>(WRITE, [moment, JSON.stringify(decided)]);
  return { ...written, events: [...written.events, ...events] };
}

/** What becomes of a campaign, as `record_standings` reads it. */
interface Decided extends CampaignKey {
  status: CampaignStatus;
  pause?: Pause;
  is_told?: boolean;
}

/** Without the campaigns that go on. */
function decide(
  standing: StandingRows | null,
  { now, isOwnAct }: { now: number; isOwnAct: boolean },
): Decided[] {
  if (standing === null) return [];
  const { campaigns, accounts } = standing;
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
