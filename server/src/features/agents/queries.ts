import type { Agent } from '@pigeonpost/contract/calls/agents';
import { type SqlBool, sql } from 'kysely';
import { toJsonb } from '../../database/sql/jsonb.ts';
import type { Tx } from '../../database/transaction.ts';
import { connectedSince } from './connected.ts';

/** The agents that are not revoked, oldest first. */
export async function listAgents(
  tx: Tx,
  user_id: number,
  now: Date,
): Promise<Omit<Agent, 'newer_version'>[]> {
  return tx
    .selectFrom('agents')
    .select(['id', 'machine_name', 'platform', 'agent_version', 'last_seen_at', 'created_at'])
    .select(['drivers', 'counts_unread', 'firefox', 'takes_site', 'site_error'])
    .select(({ selectFrom }) =>
      sql<boolean>`takes_site and site is distinct from ${selectFrom('settings')
        .select('settings.site')
        .where('settings.user_id', '=', user_id)}`.as('is_changing_site'),
    )
    .select(sql<boolean>`coalesce(last_seen_at > ${connectedSince(now)}, false)`.as('connected'))
    .select(({ selectFrom }) =>
      selectFrom('profiles')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('profiles.user_id', '=', user_id)
        .whereRef('profiles.agent_id', '=', 'agents.id')
        .where('profiles.deleted_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('profiles'),
    )
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Whether there is such an agent that is not revoked. */
export async function hasAgent(tx: Tx, key: { user_id: number; agent_id: number }): Promise<boolean> {
  const found = await tx
    .selectFrom('agents')
    .select('id')
    .where('user_id', '=', key.user_id)
    .where('id', '=', key.agent_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether any agent of the user is connected (docs/behaviour.md#agents). */
export async function hasConnectedAgent(tx: Tx, user_id: number, now: Date): Promise<boolean> {
  return (await connectedAgents(tx, user_id, now).limit(1).executeTakeFirst()) !== undefined;
}

/** Whether one is connected that can send: a script, or one with a site driver. */
export async function hasAgentThatSends(tx: Tx, user_id: number, now: Date): Promise<boolean> {
  const able = connectedAgents(tx, user_id, now).where(sql<SqlBool>`(is_script or drivers <> '{}')`);
  return (await able.limit(1).executeTakeFirst()) !== undefined;
}

function connectedAgents(tx: Tx, user_id: number, now: Date) {
  return tx
    .selectFrom('agents')
    .select('id')
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where('last_seen_at', '>', connectedSince(now).toISOString());
}

/** The agents of all users that disconnected since the last call; each is returned to one process only. */
export async function takeDisconnected(tx: Tx, now: Date): Promise<{ id: number; user_id: number }[]> {
  return tx
    .updateTable('agents')
    .set({ said_connected: false })
    .where('said_connected', '=', true)
    .where('last_seen_at', '<=', connectedSince(now).toISOString())
    .returning(['id', 'user_id'])
    .execute();
}

/** Ends an agent and its tokens at once; undefined if there is none. Its profiles are free for other machines. */
export async function revokeAgent(
  tx: Tx,
  { user_id, agent_id, now }: { user_id: number; agent_id: number; now: Date },
): Promise<{ machine_name: string } | undefined> {
  const revoked = await tx
    .updateTable('agents')
    .set({ revoked_at: now, said_connected: false })
    .where('user_id', '=', user_id)
    .where('id', '=', agent_id)
    .where('revoked_at', 'is', null)
    .returning('machine_name')
    .executeTakeFirst();
  if (!revoked) return undefined;
  await tx.deleteFrom('sessions').where('user_id', '=', user_id).where('agent_id', '=', agent_id).execute();
  await tx
    .updateTable('profiles')
    .set({ agent_id: null, faulted_at: null, fault_reason: null, fault_until: null })
    .where('user_id', '=', user_id)
    .where('agent_id', '=', agent_id)
    .execute();
  await assignProfiles(tx, user_id);
  return revoked;
}

/**
 * Gives each profile without a machine to the first machine that reported its folder. Under the user lock, because it
 * writes rows that the engine writes.
 */
export async function assignProfiles(tx: Tx, user_id: number): Promise<void> {
  await sql`
    update profiles set agent_id = machine.agent_id
    from (
      select folder->>'path' as path, min(agents.id) as agent_id
      from agents, jsonb_array_elements(firefox_profiles) as folder
      where agents.user_id = ${user_id} and revoked_at is null
      group by folder->>'path') machine
    where profiles.user_id = ${user_id} and profiles.agent_id is null and deleted_at is null
      and profile_path = machine.path`.execute(tx);
}

/**
 * The one agent of all of a user's scripts; undefined before their first call, and after it was revoked
 * (docs/behaviour.md#agents).
 */
export async function findScriptAgent(tx: Tx, user_id: number): Promise<number | undefined> {
  const found = await tx
    .selectFrom('agents')
    .select('id')
    .where('user_id', '=', user_id)
    .where('is_script', '=', true)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return found?.id;
}

/** A revoked script that calls again gets the same agent as before. */
export async function insertScriptAgent(tx: Tx, user_id: number, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('agents')
    .values({
      user_id,
      machine_name: 'Your own script',
      platform: 'script',
      agent_version: '',
      firefox_profiles: '[]',
      is_script: true,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').where('is_script', '=', sql.lit(true)).doUpdateSet({ revoked_at: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The machine that was first to report this folder, by the order in which they were enrolled. */
export async function findAgentWithFolder(
  tx: Tx,
  { user_id, profile_path }: { user_id: number; profile_path: string },
): Promise<number | null> {
  const agent = await tx
    .selectFrom('agents')
    .select('id')
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where(sql<SqlBool>`firefox_profiles @> ${toJsonb([{ path: profile_path }])}::jsonb`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return agent?.id ?? null;
}
