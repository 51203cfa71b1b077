import { type UnreadRequest, UnreadResult } from '@pigeonpost/contract/calls/unread-checker';
import * as z from 'zod';
import type { CheckPart } from './queries.ts';

/** The checks that these parts belong to, newest first. */
export function toChecks(parts: CheckPart[]): UnreadRequest[] {
  const checks = Map.groupBy(parts, ({ id, payload }) => payload.check_id ?? id);
  return [...checks]
    .map(([id, ofCheck]) => combineParts(id, ofCheck))
    .sort((one, other) => other.id - one.id);
}

/** Several machines' parts as the one requested check (docs/behaviour.md#unread-checks). */
function combineParts(id: number, parts: CheckPart[]): UnreadRequest {
  const status = statusOf(parts);
  const results = parts.flatMap((part) => {
    const found = resultsOf(part);
    return status === 'failed' ? found : [...found, ...missingOf(part, found)];
  });
  const isOver = status === 'completed' || status === 'failed';
  return {
    id,
    status,
    results: status === 'pending' ? null : summary(results),
    error_message: status === 'failed' ? (parts[0]?.error_message ?? null) : null,
    profiles: parts.flatMap(profilesOf),
    agent_ids: parts.flatMap(({ agent_id }) => (agent_id === null ? [] : [agent_id])),
    created_at: parts.map(({ created_at }) => created_at).sort()[0] ?? '',
    last_sign_at: latest(parts.map(({ last_sign_at }) => last_sign_at)),
    completed_at: isOver ? latest(parts.map(({ completed_at }) => completed_at)) : null,
  };
}

function statusOf(parts: CheckPart[]): UnreadRequest['status'] {
  const has = (status: CheckPart['status']) => parts.some((part) => part.status === status);
  if (parts.every(({ status }) => status === 'pending')) return 'pending';
  if (has('pending') || has('running')) return 'running';
  return has('completed') ? 'completed' : 'failed';
}

// An agent's results are stored as they came: only requested ones of the agreed form are passed on.
const PartResults = z.object({
  results: z.array(UnreadResult.extend({ error: UnreadResult.shape.error.default(null) })),
});

function resultsOf({ payload, results }: CheckPart): UnreadResult[] {
  const said = PartResults.safeParse(results);
  if (!said.success) return [];
  const byPath = new Map(said.data.results.map((result) => [result.profile_path, result]));
  return payload.profiles.flatMap(({ profile_path }) => byPath.get(profile_path) ?? []);
}

/** The profiles of a machine that failed, while others continue or have ended. */
function missingOf({ status, payload, error_message }: CheckPart, found: UnreadResult[]): UnreadResult[] {
  if (status !== 'failed') return [];
  const done = new Set(found.map(({ profile_path }) => profile_path));
  return payload.profiles
    .filter(({ profile_path }) => !done.has(profile_path))
    .map(({ profile_name, profile_path }) => ({
      profile_name,
      profile_path,
      unread_count: 0,
      error: error_message,
    }));
}

function profilesOf(part: CheckPart): UnreadRequest['profiles'] {
  const done = new Set(resultsOf(part).map(({ profile_path }) => profile_path));
  // An agent checks one after another.
  const current = part.payload.profiles.find(({ profile_path }) => !done.has(profile_path));
  return part.payload.profiles.map((profile) => ({
    ...profile,
    is_checking: part.status === 'running' && profile === current,
  }));
}

function summary(results: UnreadResult[]): UnreadRequest['results'] {
  const total_unread = results.reduce((sum, { unread_count, error }) => sum + (error ? 0 : unread_count), 0);
  return { profiles_checked: results.length, total_unread, results };
}

function latest(times: (string | null)[]): string | null {
  return (
    times
      .filter((time) => time !== null)
      .sort()
      .at(-1) ?? null
  );
}
