import type { LogAction } from '@pigeonpost/contract/campaigns';
import type { Deps } from '../deps.ts';

interface ProfileRow {
  user_id: number;
  profile_name: string;
  profile_path?: string;
  insta_username?: string;
  insta_password?: string;
  is_active?: boolean;
  agent_id?: number;
  next_send_at?: Date;
  blocked_at?: Date;
  signed_out_at?: Date;
  deleted_at?: Date;
  lease_token?: string;
}

/** A profile in any state, written directly to the database; returns its id. */
export async function createProfileRow(deps: Deps, row: ProfileRow): Promise<number> {
  const { insta_password, profile_path = `/p/${row.profile_name}`, ...rest } = row;
  return deps.asUser(row.user_id, async (tx) => {
    const { id } = await tx
      .insertInto('profiles')
      .values({
        ...rest,
        profile_path,
        insta_password: insta_password === undefined ? null : deps.secrets.seal(insta_password),
        created_at: deps.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** A list with a pending count, but without rows; returns its id. */
export async function createListRow(
  deps: Deps,
  row: { user_id: number; name?: string; pending?: number },
): Promise<number> {
  const { user_id, name = 'People', pending = 0 } = row;
  return deps.asUser(user_id, async (tx) => {
    const { id } = await tx
      .insertInto('lists')
      .values({ user_id, name, pending, created_at: deps.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

interface DayRow {
  user_id: number;
  day: string;
  campaign_id: number;
  profile_id: number;
  sent?: number;
  failed?: number;
  not_found?: number;
  uncertain?: number;
  replied?: number;
  blocked?: number;
  first_action?: string;
  last_action?: string;
}

/** A profile's daily results for a campaign. */
export async function createDayRow(deps: Deps, row: DayRow): Promise<void> {
  const { first_action = `${row.day}T09:00:00Z`, last_action = `${row.day}T17:00:00Z` } = row;
  await deps.asUser(row.user_id, async (tx) => {
    await tx
      .insertInto('daily_performance')
      .values({ ...row, first_action, last_action })
      .execute();
  });
}

/** Sets a campaign's counters and time of creation. */
export async function setProgress(
  deps: Deps,
  key: { user_id: number; campaign_id: number },
  now: {
    total_list?: number;
    total_sent?: number;
    total_failed?: number;
    total_not_found?: number;
    /** Set for a campaign that was started before. */
    mark?: number;
    created_at?: string;
    deleted_at?: string;
  },
): Promise<void> {
  const { mark, created_at, deleted_at, ...counters } = now;
  const campaign = {
    ...(mark && { mark }),
    ...(created_at && { created_at }),
    ...(deleted_at && { deleted_at }),
  };
  await deps.asUser(key.user_id, async (tx) => {
    if (Object.keys(counters).length > 0)
      await tx
        .updateTable('campaign_progress')
        .set(counters)
        .where('campaign_id', '=', key.campaign_id)
        .execute();
    if (Object.keys(campaign).length > 0)
      await tx.updateTable('campaigns').set(campaign).where('id', '=', key.campaign_id).execute();
  });
}

/** Lines of a campaign's log, oldest first, written directly to the database. */
export async function createLogRows(
  deps: Deps,
  key: { user_id: number; campaign_id: number },
  lines: {
    message?: string;
    reason_kind?: string;
    action?: LogAction;
    recipient?: string;
    profile_name?: string;
    created_at?: Date;
  }[],
): Promise<void> {
  await deps.asUser(key.user_id, async (tx) => {
    const rows = lines.map((line) => ({
      ...key,
      action: 'message_sent' as const,
      created_at: deps.clock.now(),
      ...line,
    }));
    await tx.insertInto('campaign_logs').values(rows).execute();
  });
}
