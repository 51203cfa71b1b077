import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent-protocol';
import type { Firefox } from '@pigeonpost/contract/calls/agents';
import { sql } from 'kysely';
import { countRows } from '../../database/sql/count-rows.ts';
import { toJsonb } from '../../database/sql/jsonb.ts';
import type { Tx } from '../../database/transaction.ts';
import type { StoredSignIn } from './password-of-site.ts';

/** A machine that enrols: its new agent, and the session of its token, which never expires by itself. */
export async function insertAgent(
  tx: Tx,
  agent: {
    user_id: number;
    machine_name: string;
    platform: string;
    agent_version: string;
    token_hash: Buffer;
    now: Date;
  },
): Promise<number> {
  const { token_hash, now, ...machine } = agent;
  const { id } = await tx
    .insertInto('agents')
    .values({ ...machine, firefox_profiles: '[]', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('sessions')
    .values({
      user_id: agent.user_id,
      kind: 'agent',
      agent_id: id,
      token_hash,
      created_at: now,
      last_used_at: now,
    })
    .execute();
  return id;
}

/** The number of a user's machines. */
export async function countMachines(tx: Tx, user_id: number): Promise<number> {
  return countRows(
    tx
      .selectFrom('agents')
      .where('user_id', '=', user_id)
      .where('revoked_at', 'is', null)
      .where('is_script', '=', false),
  );
}

/** Earlier agents of the same machine without a token, such as after a new password. */
export async function listTokenlessAgents(
  tx: Tx,
  machine: { user_id: number; machine_name: string; platform: string },
): Promise<number[]> {
  const agents = await tx
    .selectFrom('agents')
    .select('id')
    .where('user_id', '=', machine.user_id)
    .where('machine_name', '=', machine.machine_name)
    .where('platform', '=', machine.platform)
    .where('revoked_at', 'is', null)
    .where('is_script', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('sessions').select('sessions.id').whereRef('sessions.agent_id', '=', 'agents.id')),
      ),
    )
    .execute();
  return agents.map(({ id }) => id);
}

/**
 * Replaces an agent's report of its machine (docs/agent-protocol.md#calls). Returns whether a screen shows a change;
 * hidden driven browsers are not shown.
 */
export async function updateMachine(
  tx: Tx,
  machine: {
    user_id: number;
    agent_id: number;
    firefox: Firefox;
    profiles: FirefoxProfile[];
    open: string[];
    driving: string[];
    drivers: string[];
    counts_unread: boolean;
    reads_replies: boolean;
    site?:
      | { choice: Record<string, string> | null; error: string | null; origins?: string | null | undefined }
      | undefined;
    agent_version?: string | undefined;
  },
): Promise<boolean> {
  const { agent_version, site } = machine;
  const { is_news } = await tx
    .updateTable('agents')
    .set({
      firefox: toJsonb(machine.firefox),
      firefox_profiles: toJsonb(machine.profiles),
      open_paths: machine.open,
      driving_paths: machine.driving,
      drivers: machine.drivers,
      counts_unread: machine.counts_unread,
      reads_replies: machine.reads_replies,
      takes_site: site !== undefined,
      site: site?.choice ? toJsonb(site.choice) : null,
      site_error: site?.error ?? null,
      site_origins: site?.origins ?? null,
      ...(agent_version !== undefined && { agent_version }),
    })
    .where('user_id', '=', machine.user_id)
    .where('id', '=', machine.agent_id)
    .returning(
      // The size of a folder changes with each use of it.
      sql<boolean>`(old.open_paths, old.drivers, old.takes_site, old.site, old.site_error, old.firefox, jsonb_path_query_array(old.firefox_profiles, '$[*].path'))
        is distinct from
        (new.open_paths, new.drivers, new.takes_site, new.site, new.site_error, new.firefox, jsonb_path_query_array(new.firefox_profiles, '$[*].path'))`.as(
        'is_news',
      ),
    )
    .executeTakeFirstOrThrow();
  return is_news;
}

/** The first machine that can read replies has claims look for them from then on (docs/engine.md#left-alone). */
export async function hearReplies(tx: Tx, user_id: number): Promise<void> {
  await tx
    .updateTable('settings')
    .set({ hears_replies: true })
    .where('user_id', '=', user_id)
    .where('hears_replies', '=', false)
    .execute();
}

/** The credentials of a profile, still encrypted, and the site that they are for. */
export async function findSignIn(
  tx: Tx,
  { user_id, agent_id, profile_id }: { user_id: number; agent_id: number; profile_id: number },
): Promise<StoredSignIn | undefined> {
  return tx
    .selectFrom('profiles')
    .innerJoin('agents', (join) =>
      join.onRef('agents.user_id', '=', 'profiles.user_id').onRef('agents.id', '=', 'profiles.agent_id'),
    )
    .innerJoin('settings', 'settings.user_id', 'profiles.user_id')
    .select(['insta_username', 'insta_password', 'password_origins', 'settings.site'])
    .select(sql<boolean>`agents.takes_site and agents.site is distinct from settings.site`.as('changes_site'))
    .where('profiles.user_id', '=', user_id)
    .where('profiles.id', '=', profile_id)
    .where('profiles.agent_id', '=', agent_id)
    .where('profiles.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The name of a recipient whose campaign alone is unknown, for an agent that names nobody. */
export async function findName(
  tx: Tx,
  { user_id, recipient_id }: { user_id: number; recipient_id: number },
): Promise<string | undefined> {
  const found = await tx
    .selectFrom('recipients')
    .select('recipient')
    .where('user_id', '=', user_id)
    .where('id', '=', recipient_id)
    .executeTakeFirst();
  return found?.recipient;
}
