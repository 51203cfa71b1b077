import type { BeginRefusal } from '@pigeonpost/contract/agent';
import {
  type BeginFacts,
  type BeginVerdict,
  type GrantedDay,
  judgeBegins,
} from '@pigeonpost/contract/rules/begin';
import type { Account, Person } from '@pigeonpost/contract/rules/facts';
import { startStopwatch } from '../clock.ts';
import type { EngineStep } from '../database/engine/engine-step.ts';
import type { Deps } from '../deps.ts';
import { commitAndJudge, type ToJudge } from './pause-and-complete.ts';
import { type EngineEvent, publishNow } from './publish.ts';
import {
  type AccountRow,
  type CampaignRow,
  type LeftAlone,
  NOT_ASKED,
  readAccount,
  readCampaign,
} from './read-facts.ts';
import type { SaidReply } from './replies/judge-texts.ts';
import { seeReplies } from './replies/see-replies.ts';
import { type Decision, followInStep, toTime } from './write-changes.ts';

interface BeginCall {
  user_id: number;
  token: string;
  /** What the agent saw in the thread. */
  replies?: SaidReply[] | undefined;
}

interface BeginAnswer {
  verdict: 'granted' | BeginRefusal;
  /** The user's high-water mark, this grant counted. */
  mark: number;
}

/** The functions of the database that read what a begin is judged by, and write what was decided. */
const READ = 'read_begin_facts';
const WRITE = 'record_begins';

type BeginRow = Omit<BeginFacts, 'account' | 'campaign' | 'person'> & {
  user_id: number;
  recipient_id: number;
  agent_id: number;
  is_heard: boolean;
  campaign: CampaignRow;
  person: Omit<Person, keyof LeftAlone>;
};

interface Told {
  moment: number;
  /** By the user's id. */
  accounts: Record<number, AccountRow>;
  marks: Record<number, number>;
  /** By call; null: the token is no lease. */
  begins: (BeginRow | null)[];
  left_alone: Record<number, LeftAlone>;
  events: EngineEvent[];
}

/**
 * Grants sending, or says why not, for each call in order (docs/engine.md#begin). A token may occur once in a
 * batch.
 */
export async function beginDeliveries(deps: Deps, calls: BeginCall[]): Promise<BeginAnswer[]> {
  const seconds = startStopwatch();
  const { answers, events } = await deps.takeStep('begin', async (step) => {
    const seen = calls.some(({ replies }) => replies) ? await seeReplies(step, deps, calls) : null;
    const told = await step.call<Told>(READ, [
      (seen ? toTime(seen.now) : deps.clock.moment?.toISOString()) ?? null,
      `{${calls.map(({ user_id }) => user_id).join()}}`,
      `{${calls.map(({ token }) => token).join()}}`,
      seen?.decided ? JSON.stringify(seen.decided) : null,
    ]);
    deps.clock.learn(told.moment, seconds());
    const { verdicts, days } = judgeBegins(toFacts(told), told.moment);
    const written = await write(step, { told, verdicts, days });
    return { answers: toAnswers(calls, { told, verdicts }), events: [...told.events, ...written] };
  });
  deps.metrics.stepTaken('begin', seconds());
  publishNow(deps, events);
  return answers;
}

function toFacts({ begins, accounts, left_alone }: Told): (BeginFacts | null)[] {
  const known = new Map<number, Account>();
  for (const [user_id, row] of Object.entries(accounts)) known.set(Number(user_id), readAccount(row));
  return begins.map((row, ord) => {
    const account = row && known.get(row.user_id);
    if (!account) return null;
    const person: Person = { ...row.person, ...(left_alone[ord] ?? NOT_ASKED) };
    return { ...row, account, campaign: readCampaign(row.campaign), person };
  });
}

interface Decided {
  told: Told;
  verdicts: BeginVerdict[];
  days: GrantedDay[];
}

async function write(step: EngineStep, { told, verdicts, days }: Decided): Promise<EngineEvent[]> {
  const granted: unknown[] = [];
  const refused: Decision[] = [];
  const toJudge: ToJudge[] = [];
  for (const [ord, { answer, change }] of verdicts.entries()) {
    const row = told.begins[ord];
    if (!row || !change) continue;
    const { user_id, recipient_id } = row;
    const of = { user_id, campaign_id: row.campaign.id };
    const key = { ...of, recipient_id };
    if (answer === 'subscription') toJudge.push({ user_id });
    // Who leaves the campaign may have been the last.
    if (!change.counted && change.state !== 'waiting') toJudge.push(of);
    if (change.counted) granted.push({ ...key, ...toGrant(row, change.counted) });
    else refused.push({ ...key, change });
  }
  if (granted.length === 0 && refused.length === 0) return [];
  const { changes, counted } = await followInStep(step, refused, told.moment);
  const args = [
    told.moment,
    JSON.stringify(granted),
    JSON.stringify(days.map(({ counted_at, ...day }) => day)),
    changes,
    counted,
  ];
  return (await commitAndJudge(step, { name: WRITE, args, toJudge, now: told.moment })).events;
}

/** A row of the type `grant_of_begin` (server/functions/engine/types.sql). */
const toGrant = (
  { person, profile, agent_id, is_heard }: BeginRow,
  counted: object & { counted_hour: string | null },
) => ({
  ...counted,
  counted_hour: `${counted.counted_hour}:00`,
  recipient: person.recipient,
  profile_id: profile.id,
  agent_id,
  is_heard,
});

function toAnswers(
  calls: BeginCall[],
  { told, verdicts }: Pick<Decided, 'told' | 'verdicts'>,
): BeginAnswer[] {
  const marks = new Map<number, number>();
  for (const { user_id } of calls) marks.set(user_id, told.marks[user_id] ?? 0);
  for (const [ord, { user_id }] of calls.entries())
    if (verdicts[ord]?.change?.counted) marks.set(user_id, (marks.get(user_id) ?? 0) + 1);
  return calls.map(({ user_id }, ord) => ({
    verdict: verdicts[ord]?.answer ?? 'lease_over',
    mark: marks.get(user_id) ?? 0,
  }));
}
