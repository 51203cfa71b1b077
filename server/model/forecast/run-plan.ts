import type { Plan } from '@pigeonpost/contract/calls/plans';
import type { WeekMinutes } from '@pigeonpost/contract/sending-hours';
import { askEngine } from '../../src/engine/ask-engine.ts';
import { beginDeliveries } from '../../src/engine/begin.ts';
import { recordResults } from '../../src/engine/result.ts';
import { createWorld, type World } from '../../src/testing/engine-world.ts';
import type { TestApp } from '../../src/testing/test-app.ts';
import type { DrawnPlan } from './draw-plan.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A message takes 14 to 26 seconds from the claim to its result. */
const WORK_MS = { least: 14_000, more: 12_000 };

interface Claimed {
  token: string;
  campaign_id: number;
  recipient_id: number;
}

interface Ran {
  forecast: Plan['forecast'];
  /** Null: it did not end within a year. */
  endedMs: number | null;
}

/** Forecasts a campaign and runs it by the engine's functions, with a clock that is turned from event to event. */
export async function runPlan(app: TestApp, plan: DrawnPlan, random: () => number): Promise<Ran> {
  app.clock.advance(Date.parse(plan.begins) - app.clock.now().getTime());
  const world = await createWorld(app);
  const id = await makeCampaign(world, plan);
  const { forecast } = (await world.user.call('GET /api/campaigns/{id}/plan', { params: { id } })).plan;
  await world.start(id);
  const claim = await createClaim(world, plan);
  const user_id = world.user.id;
  const working: (Claimed & { endsMs: number })[] = [];
  const until = Date.parse(plan.begins) + 400 * DAY_MS;
  for (;;) {
    const nowMs = app.clock.now().getTime();
    const { deliveries, next_at } = await claim();
    if (deliveries.length > 0)
      await beginDeliveries(
        app.deps,
        deliveries.map(({ token }) => ({ user_id, token })),
      );
    for (const delivery of deliveries)
      working.push({ ...delivery, endsMs: nowMs + WORK_MS.least + random() * WORK_MS.more });
    const endsMs = Math.min(...working.map((one) => one.endsMs));
    const nextMs = Math.min(
      endsMs,
      deliveries.length > 0 ? nowMs + 1 : (next_at ?? Number.POSITIVE_INFINITY),
    );
    if (nextMs > until) return { forecast, endedMs: null };
    app.clock.advance(Math.max(1, Math.ceil(nextMs - nowMs)));
    const done = working.findIndex((one) => one.endsMs <= app.clock.now().getTime());
    const [delivery] = done < 0 ? [] : working.splice(done, 1);
    if (!delivery) continue;
    const outcome = random() < plan.failing ? 'failed' : 'sent';
    await recordResults(app.deps, [{ ...delivery, user_id, outcome, draw: random() }]);
    const ended = await endOf(app, id);
    if (ended !== null) return { forecast, endedMs: ended };
  }
}

async function endOf(app: TestApp, id: number): Promise<number | null> {
  const { rows } = await app.database.pool.query<{ completed_at: Date | null }>(
    'select completed_at from campaigns where id = $1',
    [id],
  );
  const at = rows[0]?.completed_at;
  return at ? new Date(at).getTime() : null;
}

async function makeCampaign(world: World, plan: DrawnPlan): Promise<number> {
  const { pool } = world.app.database;
  await pool.query(`update users set time_zone = $2, subscription_end_date = '2099-01-01' where id = $1`, [
    world.user.id,
    plan.zone,
  ]);
  const { caps, delays } = plan;
  await pool.query(
    `update settings set hours = $2, quiet_dates = $3, delay_start = $4, delay_end = $5, profile_cap_hour = $6,
      profile_cap_day = $7, cap_day = $8 where user_id = $1`,
    [
      world.user.id,
      toMultirange(plan.hours),
      `{${plan.quietDates.map(({ from, to }) => `[${from},${to}]`).join()}}`,
      delays.start,
      delays.end,
      caps.profile_cap_hour,
      caps.profile_cap_day,
      caps.cap_day,
    ],
  );
  const profiles: number[] = [];
  for (const [index, profile] of plan.profiles.entries()) {
    const id = await world.profile(`p${index}`);
    const { cap_hour, cap_day, warm_up_day, halfHours } = profile;
    await pool.query(
      'update profiles set cap_hour = $2, cap_day = $3, warm_up_day = $4, slow_until = $5 where id = $1',
      [
        id,
        cap_hour,
        cap_day,
        warm_up_day,
        halfHours === null ? null : new Date(Date.parse(plan.begins) + halfHours * HOUR_MS),
      ],
    );
    profiles.push(id);
  }
  const list = await world.list(Array.from({ length: plan.people }, (_, index) => `name${index}`));
  const id = await world.campaign({ list, profiles });
  await pool.query('update campaigns set hours = $2, cap_day = $3 where id = $1', [
    id,
    toMultirange(plan.campaignHours),
    caps.campaign,
  ]);
  return id;
}

const toMultirange = (minutes: WeekMinutes | null) =>
  minutes && `{${minutes.map(([from, to]) => `[${from},${to})`).join()}}`;

/** A claim of all the plan's profiles, as their agent asks for it. */
async function createClaim(world: World, plan: DrawnPlan) {
  const { deps, database } = world.app;
  const { rows } = await database.pool.query<{ id: number }>(
    'select id from sessions where user_id = $1 order by id desc limit 1',
    [world.user.id],
  );
  const call = {
    ord: 0,
    user_id: world.user.id,
    session_id: rows[0]?.id,
    agent_id: world.agent.agent_id,
    any_machine: false,
    paths: plan.profiles.map((_, index) => `/p/p${index}`),
    capacity: plan.profiles.length,
  };
  return async () => {
    const args = [[world.user.id], JSON.stringify([call]), false, 60, 60, null];
    const { answers } = await askEngine<{ deliveries: Claimed[]; next_at: number | null }[]>(
      deps,
      'claim_for_work_calls',
      args,
    );
    return answers[0] ?? { deliveries: [], next_at: null };
  };
}
