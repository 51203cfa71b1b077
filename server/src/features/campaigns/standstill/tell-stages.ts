import { isTimeWait } from '@pigeonpost/contract/campaigns/standstills';
import type { Deps } from '../../../deps.ts';
import { forEachIsolated } from '../../../isolate.ts';
import { findWaits, type Waits } from './standstill.ts';
import { listRunning, type Running } from './waiting-queries.ts';

/** What was seen of a user's campaigns last. */
interface Seen {
  /** Whether each running campaign waits for time. */
  waits: Map<number, boolean>;
  /** When that is looked at again. */
  lookAt: number;
}

/** Hours close, and caps are reached, without a moment that is known before. */
const LOOK_MS = 30_000;

interface Watch {
  lookedAt: number;
  users: Map<number, Seen>;
}

const watches = new WeakMap<object, Watch>();

/**
 * Tells the browsers of this server of stages that time alone changed: the end of a countdown, hours that open or close, a
 * cap that is reached or counts anew (docs/behaviour.md#standstills). All other changes are told where they are made.
 */
export async function tellStages(deps: Deps): Promise<void> {
  const now = deps.clock.now().getTime();
  const connected = [...new Set(deps.connectedSessions().map(({ user_id }) => user_id))];
  const watch = watches.get(deps) ?? { lookedAt: now, users: new Map<number, Seen>() };
  watches.set(deps, watch);
  for (const user_id of watch.users.keys()) if (!connected.includes(user_id)) watch.users.delete(user_id);
  if (connected.length === 0) return;
  const running = await deps.readAsSystem('running campaigns', (tx) => listRunning(tx, connected));
  for (const { user_id, id, countdown_until } of running) {
    const ends = countdown_until === null ? 0 : Date.parse(countdown_until);
    if (watch.lookedAt < ends && ends <= now) tell(deps, user_id, id);
  }
  watch.lookedAt = now;
  const failure = 'The stages of a user’s campaigns could not be told.';
  const byUser = [...Map.groupBy(running, (one) => one.user_id)];
  await forEachIsolated(byUser, { log: deps.log, failure }, ([user_id, theirs]) =>
    tellWaits(deps, { user_id, theirs, now, watch }),
  );
}

const tell = (deps: Deps, user_id: number, campaign_id: number) =>
  deps.publish(user_id, 'campaign_update', { campaign_id, status: 'running' });

interface Theirs {
  user_id: number;
  theirs: Running[];
  now: number;
  watch: Watch;
}

async function tellWaits(deps: Deps, { user_id, theirs, now, watch: { users } }: Theirs): Promise<void> {
  const seen = users.get(user_id);
  // A clock that was wrong may have set it far ahead.
  if (seen && now < seen.lookAt && seen.lookAt <= now + LOOK_MS) return;
  const found: Waits = await deps.readAsUser(user_id, (tx) => findWaits(tx, { user_id }, deps));
  const waits = new Map<number, boolean>();
  let lookAt = now + LOOK_MS;
  for (const { id } of theirs) {
    const wait = found.get(id);
    const isWaiting = wait !== undefined && isTimeWait(wait.kind);
    waits.set(id, isWaiting);
    const ends = isWaiting && wait.until ? Date.parse(wait.until) : 0;
    if (ends > now) lookAt = Math.min(lookAt, ends);
    if (seen?.waits.has(id) && seen.waits.get(id) !== isWaiting) tell(deps, user_id, id);
  }
  users.set(user_id, { waits, lookAt });
}
