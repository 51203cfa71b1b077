import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@pigeonpost/contract/client';
import { isAccepted } from './owner.ts';
import type { Scene } from './scene.ts';

const LOOK_EVERY_MS = 150;
/** After this many looks without a change, the scene's time is moved on. */
const QUIET_LOOKS = 5;
/** A scene that is not at rest after this many moves of time never will be. */
const MOST_MOVES = 200;

/** What is not at rest in a scene, as a text that changes as it progresses. */
async function findPendingWork(scene: Scene): Promise<string[]> {
  const { unanswered } = await scene.machine.listNoted();
  const { rows } = await scene.world.database.pool.query<{ pending: string }>({
    name: 'find-pending-work',
    text: `select format('campaign %s is %s', c.id, case when c.deleted_at is null then c.status else 'deleted' end)
        || format(' with %s in work, %s sent, %s failed', g.in_work, g.total_sent, g.total_failed) as pending
      from campaigns c left join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
      where c.user_id = $1 and (c.deleted_at is not null or c.status in ('running', 'paused')
        or c.status = 'pending' and c.start_at is not null)
    union all
    select format('person %s of campaign %s is %s until %s', recipient_id, campaign_id, state, retry_at)
      from deliveries where user_id = $1 and state in ('leased', 'sending', 'waiting')
    union all
    select format('profile %s has a lease until %s', id, lease_until) from profiles
      where user_id = $1 and lease_token is not null
    union all
    select format('request %s to %s is %s', id, kind, status) from requests
      where user_id = $1 and status in ('pending', 'running')
    union all
    -- A call that got no answer is repeated after seconds, in which hours pass here.
    select format('person %s of campaign %s is %s, and the agent has yet to tell that it was sent', recipient_id,
        campaign_id, state)
      from deliveries where user_id = $1 and token = any ($2::uuid[]) and state <> 'sent'`,
    values: [scene.owner.id, [...unanswered]],
  });
  return rows.map(({ pending }) => pending);
}

/**
 * Lets time pass until nothing is left to do, with a running machine and an owner who starts paused campaigns. Returns
 * what is still not at rest at the end.
 */
export async function waitUntilIdle(scene: Scene): Promise<string[]> {
  scene.breakpoints.open();
  await scene.owner.renewSubscription();
  let before = '';
  let quiet = 0;
  let moves = 0;
  for (;;) {
    await scene.machine.start();
    if (scene.hadCopy) await scene.continueSending();
    const pending = await findPendingWork(scene).catch(() => ['the database is away']);
    if (pending.length === 0) return [];
    if (moves > MOST_MOVES) return pending;
    const now = pending.toSorted().join();
    quiet = now === before ? quiet + 1 : 0;
    before = now;
    if (quiet >= QUIET_LOOKS) {
      quiet = 0;
      moves++;
      await scene.wakeProfiles();
      await startPaused(scene);
      await startOverdue(scene);
      if (scene.limits.isLimited) await scene.time.passDay();
      await scene.time.move();
    }
    await wait(LOOK_EVERY_MS, undefined, { signal: scene.world.signal });
  }
}

async function startPaused({ owner }: Scene): Promise<void> {
  const { campaigns } = await owner.call('GET /api/campaigns', { query: { status: 'paused', limit: 100 } });
  for (const { id } of campaigns)
    await isAccepted(owner.call('POST /api/campaigns/{id}/start', { params: { id } }));
}

/** A campaign that can never start, because its list or all of its people are gone, waits for Start again. */
async function startOverdue({ owner }: Scene): Promise<void> {
  const { campaigns } = await owner.call('GET /api/campaigns', {
    query: { status: 'scheduled', limit: 100 },
  });
  for (const { id, stage } of campaigns) {
    if (stage !== 'overdue') continue;
    const params = { id };
    try {
      await owner.call('POST /api/campaigns/{id}/start', { params });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      if (!error.body.conflicting_profiles)
        await owner.call('PUT /api/campaigns/{id}/schedule', { params, body: { start_at: null } });
    }
  }
}
