import type { Reading } from '@pigeonpost/contract/calls/reply-readings';
import * as z from 'zod';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { AfterCommit } from '../../database/transactions.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound } from '../../errors.ts';
import { connectedSince } from '../agents/connected.ts';
import { cleanUpRequests, insertRequests, listOpenRequests } from '../requests/queries.ts';
import { findDueProfiles } from './due-profiles.ts';
import {
  type AskedProfile,
  forgetReading,
  listReadableProfiles,
  noteAsked,
  type ReadableProfile,
  type ReadingPart,
} from './reading-queries.ts';

const KINDS = ['replies'] as const;
const NOBODY_READS = 'None of your machines can read replies: their site drivers do not.';

interface Chosen extends AskedProfile {
  agent_id: number;
}

/** The profiles whose replies somebody wants to be read; 404 and 409 with the reason (docs/behaviour.md#reading-replies). */
export async function chooseReadable(
  tx: Tx,
  { user_id, profile_ids, now }: { user_id: number; profile_ids: number[] | undefined; now: Date },
): Promise<Chosen[]> {
  const profiles = await listReadableProfiles(tx, { user_id, now });
  const wanted = new Set(profile_ids);
  const meant = profiles.filter(({ profile_id }) => wanted.size === 0 || wanted.has(profile_id));
  if (meant.length < wanted.size) throw notFound('Profile not found');
  const able = meant.filter(({ reads_replies }) => reads_replies);
  if (able.length === 0) throw conflict(NOBODY_READS);
  const chosen = able.flatMap((profile) => readable(profile) ?? []);
  if (chosen.length === 0)
    throw conflict('There is nothing to read: no profile that is switched on and signed in has sent lately.');
  return chosen;
}

function readable({
  reads_replies: _,
  is_active,
  is_signed_out,
  ...profile
}: ReadableProfile): Chosen | undefined {
  const { since, agent_id } = profile;
  if (!is_active || is_signed_out || since === null || agent_id === null) return undefined;
  return { ...profile, since, agent_id };
}

/** Asks each machine to read the replies of its profiles; gives the reading's id. The user's lock must be held. */
export async function askForReading(
  { tx, afterCommit, deps }: { tx: Tx; afterCommit: AfterCommit; deps: Deps },
  { user_id, chosen, now }: { user_id: number; chosen: Chosen[]; now: Date },
): Promise<number> {
  await cleanUpRequests(tx, { user_id, kinds: KINDS, now });
  const [first, ...others] = [...Map.groupBy(chosen, ({ agent_id }) => agent_id)].map(
    ([agent_id, profiles]) => ({
      kind: 'replies' as const,
      agent_id,
      profile_path: null,
      payload: { profiles: profiles.map(({ agent_id: _, ...profile }) => profile) },
    }),
  );
  const [added] = await insertRequests(tx, { user_id, requests: first ? [first] : [], now });
  if (!added) throw new Error('A reading was not added.');
  const requests = others.map((part) => ({ ...part, payload: { ...part.payload, reading_id: added.id } }));
  await insertRequests(tx, { user_id, requests, now });
  await noteAsked(tx, { user_id, profile_ids: chosen.map(({ profile_id }) => profile_id), now });
  deps.nudges.nudge({ tx, afterCommit }, user_id);
  return added.id;
}

/**
 * Has a machine's replies of the time that a restore forgot read again, where they are read at all
 * (docs/engine.md#what-a-restore-forgets). The user's lock must be held.
 */
export async function readAgain(
  context: { tx: Tx; afterCommit: AfterCommit; deps: Deps },
  { user_id, agent_id, now }: { user_id: number; agent_id: number; now: Date },
): Promise<void> {
  const { tx } = context;
  const forgotten = new Set(await forgetReading(tx, { user_id, agent_id, now }));
  if (forgotten.size === 0) return;
  const profiles = await listReadableProfiles(tx, { user_id, now });
  const chosen = profiles.flatMap((one) =>
    one.reads_replies && forgotten.has(one.profile_id) ? (readable(one) ?? []) : [],
  );
  if (chosen.length > 0) await askForReading(context, { user_id, chosen, now });
}

/** Whether a machine of the user's has replies to read. */
export async function isReading(tx: Tx, user_id: number): Promise<boolean> {
  return (await listOpenRequests(tx, { user_id, kinds: KINDS })).length > 0;
}

/** Has the replies read that are due, one profile of each machine (docs/behaviour.md#reading-replies). */
export async function readDueReplies(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const due = await deps.readAsSystem('find replies to read', (tx) =>
    findDueProfiles(tx, { now, connectedSince: connectedSince(now) }),
  );
  for (const [user_id, chosen] of Map.groupBy(due, (profile) => profile.user_id))
    await deps.asUser(user_id, async (tx, afterCommit) => {
      await lockUser(tx, user_id);
      // Somebody may have asked for a reading meanwhile.
      if (await isReading(tx, user_id)) return;
      const profiles = chosen.map(({ agent_id, profile_id, profile_name, profile_path, since }) => ({
        agent_id,
        profile_id,
        profile_name,
        profile_path,
        since,
      }));
      await askForReading({ tx, afterCommit, deps }, { user_id, chosen: profiles, now });
    });
}

const KeptResults = z.object({
  results: z.array(
    z.object({
      profile_path: z.string(),
      error: z.string().nullish(),
      recorded: z.int().default(0),
      others: z.int().default(0),
    }),
  ),
});

/** The parts of a reading as one; null without any. */
export function toReading(parts: ReadingPart[]): Reading | null {
  const [first] = parts;
  if (!first) return null;
  const has = (status: ReadingPart['status']) => parts.some((part) => part.status === status);
  const isOver = !has('pending') && !has('running');
  const isWaiting = parts.every(({ status }) => status === 'pending');
  const failed = parts.find(({ status }) => status === 'failed');
  const ended = has('completed') ? 'completed' : 'failed';
  return {
    status: isWaiting ? 'pending' : isOver ? ended : 'running',
    error_message: isOver && ended === 'failed' ? (failed?.error_message ?? null) : null,
    profiles: profilesOf(parts),
    created_at: first.created_at,
    completed_at: isOver
      ? (parts
          .map(({ completed_at }) => completed_at ?? '')
          .sort()
          .at(-1) ?? null)
      : null,
  };
}

type ReadProfile = Reading['profiles'][number];

/** Each profile once: a part that goes on from a cut is added to the one before. */
function profilesOf(parts: ReadingPart[]): ReadProfile[] {
  const profiles = new Map<number, ReadProfile>();
  for (const profile of parts.flatMap(readOf)) {
    const before = profiles.get(profile.profile_id);
    const replies = profile.replies + (before?.replies ?? 0);
    const others = profile.others + (before?.others ?? 0);
    profiles.set(profile.profile_id, { ...profile, replies, others });
  }
  return [...profiles.values()];
}

function readOf({ status, payload, results, error_message }: ReadingPart): ReadProfile[] {
  const said = KeptResults.safeParse(results).data?.results ?? [];
  const byPath = new Map(said.map((result) => [result.profile_path, result]));
  const current = payload.profiles.find(({ profile_path }) => !byPath.has(profile_path));
  return payload.profiles.map(({ profile_id, profile_name, ...profile }) => {
    const found = byPath.get(profile.profile_path);
    const isCurrent = status === 'running' && profile.profile_path === current?.profile_path;
    const error = found ? (found.error ?? null) : status === 'failed' ? error_message : null;
    const state = error !== null ? 'failed' : found ? 'read' : isCurrent ? 'reading' : 'waiting';
    const { recorded: replies = 0, others = 0 } = found ?? {};
    return { profile_id, profile_name, state, replies, others, error };
  });
}
