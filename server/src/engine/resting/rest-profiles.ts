import {
  judgeReported,
  type MachineReport,
  type ReportedProfile,
  type Rest,
} from '@pigeonpost/contract/rules/resting/rest';
import type { Tx } from '../../database/transaction.ts';
import { callWithin } from '../../database/transactions.ts';
import type { EngineContext } from '../context.ts';
import { type EngineEvent, publishEvents } from '../publish.ts';
import { toTime } from '../write-changes.ts';

const WRITE = 'record_rests';

/** A profile that rests, with the campaigns whose logs say so. */
interface RestOf {
  user_id: number;
  profile_id: number;
  campaign_ids: number[];
}

/** What was decided of it, as `record_rests` reads it (server/functions/engine/rest-profile.sql). */
export const toRest = (of: RestOf, { fault, ...rest }: Rest) => ({
  ...of,
  ...rest,
  fault_kind: fault?.kind,
  fault_until: toTime(fault?.until ?? undefined),
});

/**
 * After a machine's report: lets those of its profiles rest that Firefox does not list there, as when a folder or Firefox itself
 * is away, and ends the rest of those that it lists again. The user's lock must be held.
 */
export async function restUnlisted(
  context: EngineContext,
  {
    user_id,
    agent_id,
    ...report
  }: { user_id: number; agent_id: number } & Omit<MachineReport, 'machine_name'>,
): Promise<void> {
  const { tx, deps } = context;
  const over: number[] = [];
  const rests: ReturnType<typeof toRest>[] = [];
  for (const { campaign_ids, machine_name, ...profile } of await readReported(tx, { user_id, agent_id })) {
    const rest = judgeReported(profile, { ...report, machine_name });
    if (rest === 'over') over.push(profile.id);
    else if (rest) rests.push(toRest({ user_id, profile_id: profile.id, campaign_ids }, rest));
  }
  if (over.length > 0)
    await tx.query(
      'update profiles set faulted_at = null, fault_reason = null where user_id = $1 and id = any ($2)',
      [user_id, over],
    );
  if (rests.length === 0) return;
  const args = [deps.clock.now(), JSON.stringify(rests)];
  publishEvents(context, await callWithin<EngineEvent[]>(tx, WRITE, args));
}

/** The profiles of a machine, with their running campaigns. */
async function readReported(
  tx: Tx,
  { user_id, agent_id }: { user_id: number; agent_id: number },
): Promise<(ReportedProfile & { machine_name: string; campaign_ids: number[] })[]> {
  const { rows } = await tx.query<ReportedProfile & { machine_name: string; campaign_ids: number[] }>(
    `select p.id, p.profile_name, p.granted::integer, p.profile_path, p.deleted_at is not null as is_deleted, p.faulted_at is not null as is_faulted,
      p.fault_until is not null as ends, a.machine_name,
      array(select c.id from campaign_profiles cp join campaigns c on c.user_id = cp.user_id and c.id = cp.campaign_id
        where cp.user_id = p.user_id and cp.profile_id = p.id and c.status = 'running' and c.deleted_at is null
        order by c.id) as campaign_ids
    from profiles p join agents a on a.user_id = p.user_id and a.id = p.agent_id
    where p.user_id = $1 and p.agent_id = $2
    order by p.id`,
    [user_id, agent_id],
  );
  return rows;
}
