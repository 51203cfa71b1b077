import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import { type Notice, noticeOfEnd, noticeOfPause } from '@pigeonpost/contract/notifications/notice';
import type { Pause } from '@pigeonpost/contract/pauses';
import { type CourseFacts, judgeCourse } from '@pigeonpost/contract/rules/complete';
import type { EngineStep } from '../database/engine/engine-step.ts';
import { callWithin } from '../database/transactions.ts';
import type { CampaignKey, EngineContext } from './context.ts';
import { lockEngine } from './engine-lock.ts';
import { type EngineEvent, publishEvents } from './publish.ts';
import { type AccountRow, type CampaignRow, readAccount, readCampaign } from './read-facts.ts';

/** A campaign that may have nothing left to do; without one, all running campaigns of a user, who may not go on. */
export type ToJudge = Pick<CampaignKey, 'user_id'> & Partial<CampaignKey>;

/** The functions of the database that read what campaigns are judged by, and write what was decided. */
const READ = 'course_facts';
const WRITE = 'record_courses';

/** What the tables say of campaigns, with their accounts by the user's id. */
interface CourseRows {
  campaigns: (Omit<CourseFacts, 'account' | 'campaign'> & {
    user_id: number;
    campaign_name: string;
    campaign: CampaignRow;
  })[];
  accounts: Record<number, AccountRow>;
}

/** What a function of the database answers that writes a step; `courses`: of the campaigns to judge then. */
export interface Written {
  events: EngineEvent[];
  courses: CourseRows | null;
}

/**
 * Ends those of the campaigns that have nothing left to do, and pauses those that may not or cannot go on
 * (docs/engine.md#completing). `isOwnAct`: because of what the user does, who need not be told of it. The user lock must be
 * held.
 */
export async function endOrPauseCampaigns(
  context: EngineContext,
  toJudge: ToJudge[],
  { isOwnAct = false }: { isOwnAct?: boolean } = {},
): Promise<void> {
  if (toJudge.length === 0) return;
  const courses = await callWithin<CourseRows>(context.tx, READ, [JSON.stringify(toJudge)]);
  await endOrPause(context, courses, isOwnAct);
}

/** The same for a user who switches a profile off or deletes it, taking the lock. They know why, so nothing notifies them. */
export async function checkEligibleProfiles(context: EngineContext, user_id: number): Promise<void> {
  await lockEngine(context, { user_ids: [user_id] });
  await endOrPauseCampaigns(context, [{ user_id }], { isOwnAct: true });
}

/** Ends or pauses campaigns of which the write of a step has told. */
export async function endOrPause(
  context: EngineContext,
  courses: CourseRows | null,
  isOwnAct = false,
): Promise<void> {
  const { tx, deps } = context;
  const now = deps.clock.now();
  const decided = decide(courses, { now: now.getTime(), isOwnAct });
  if (decided.length === 0) return;
  publishEvents(context, await callWithin<EngineEvent[]>(tx, WRITE, [now, JSON.stringify(decided)]));
}

/**
 * Writes a step by a function whose last argument are the campaigns to judge then, ends or pauses these, and commits. A step
 * without any takes no message more.
 */
export async function commitAndJudge<W extends Written>(
  step: EngineStep,
  {
    name,
    args,
    toJudge,
    now,
  }: { name: string; args: Parameters<EngineStep['call']>[1]; toJudge: ToJudge[]; now: number },
): Promise<W> {
  if (toJudge.length === 0) return step.commit<W>(name, [...args, '[]']);
  const written = await step.call<W>(name, [...args, JSON.stringify(toJudge)]);
  const decided = decide(written.courses, { now, isOwnAct: false });
  if (decided.length === 0) return written;
  const moment = new Date(now).toISOString();
  const events = await step.commit<EngineEvent[]>(WRITE, [moment, JSON.stringify(decided)]);
  return { ...written, events: [...written.events, ...events] };
}

/** What becomes of a campaign, as `record_courses` reads it. */
interface Decided extends CampaignKey {
  status: CampaignStatus;
  pause?: Pause;
  /** What its user is told; null: nothing. */
  notice: Notice | null;
}

/** Without the campaigns that go on. */
function decide(
  courses: CourseRows | null,
  { now, isOwnAct }: { now: number; isOwnAct: boolean },
): Decided[] {
  if (courses === null) return [];
  const { campaigns, accounts } = courses;
  return campaigns.flatMap(({ user_id, campaign_name, ...row }): Decided[] => {
    const account = readAccount(accounts[user_id] as AccountRow);
    const campaign = readCampaign(row.campaign);
    const course = judgeCourse({ ...row, account, campaign }, now);
    const key = { user_id, campaign_id: campaign.id };
    const named = { campaign_id: campaign.id, campaign_name };
    if (course.kind === 'ends') {
      const numbers = { sent: row.total_sent, failed: row.total_failed };
      return [{ ...key, status: course.status, notice: noticeOfEnd({ ...named, ...numbers }, now) }];
    }
    if (course.kind === 'goes_on') return [];
    const { pause } = course;
    const isKnown = isOwnAct && pause.kind !== 'review';
    return [{ ...key, status: 'paused', pause, notice: isKnown ? null : noticeOfPause(named, pause) }];
  });
}
