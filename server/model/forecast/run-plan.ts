import type { Plan } from '@pigeonpost/contract/calls/plans';
import type { WeekMinutes } from '@pigeonpost/contract/sending-hours';
import { beginDeliveries } from '../../src/engine/begin.ts';
import { claimForWorkCalls } from '../../src/engine/claim/claim.ts';
import type { ClaimAnswer } from '../../src/engine/claim/work-call.ts';
import { recordResults } from '../../src/engine/result.ts';
import { addNames, createWorld, type World } from '../../src/testing/engine-world.ts';
import type { TestApp } from '../../src/testing/test-app.ts';
import type { DrawnPlan } from './draw-plan.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A message takes 14 to 26 seconds from the claim to its result. */
const WORK_MS = { least: 14_000, more: 12_000 };
/** Longer than any pause of the first campaign of a follow-up, which has none of the plan's limits. */
const FIRST_PAUSE_MS = 600_000;
/** By then the first campaign has ended for a day: with the smallest share each name takes five rounds. */
const FOLLOW_UP_MS = 14 * DAY_MS;

type Claimed = ClaimAnswer['deliveries'][number];

interface Ran {
  forecast: Plan['forecast'];
  /** Null: it did not end within a year. */
  endedMs: number | null;
}

/** Forecasts a campaign and runs it by the engine's functions, with a clock that is turned from event to event. */
export async function runPlan(app: TestApp, plan: DrawnPlan, random: () => number): Promise<Ran> {
  const beginsMs = Date.parse(plan.begins);
  app.clock.advance(beginsMs - (plan.followUp ? FOLLOW_UP_MS : 0) - app.clock.now().getTime());
  const world = await createWorld(app);
  const profiles: number[] = [];
  for (const index of plan.profiles.keys()) profiles.push(await world.profile(`p${index}`));
  const list = await world.list(namesOf('name', plan.people));
  const first = await world.campaign({ list, profiles });
  const claim = await createClaim(world, plan);
  const { followUp } = plan;
  const id = followUp ? await followUpOf(first, { world, claim, plan, followUp, random }) : first;
  app.clock.advance(beginsMs - app.clock.now().getTime());
  await setLimits(world, { id, profiles, plan });
  const { forecast } = (await world.user.call('GET /api/campaigns/{id}/plan', { params: { id } })).plan;
  await world.start(id);
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

type Claim = Awaited<ReturnType<typeof createClaim>>;
interface FollowUpParts {
  world: World;
  claim: Claim;
  plan: DrawnPlan;
  followUp: NonNullable<DrawnPlan['followUp']>;
  random: () => number;
}

/**
 * Sends a campaign by its profiles' shares, and makes a follow-up of it a day later. As many tries fail as later, because
 * the forecast learns from them.
 */
async function followUpOf(
  first: number,
  { world, claim, plan, followUp, random }: FollowUpParts,
): Promise<number> {
  const { app, user } = world;
  await world.start(first);
  while ((await endOf(app, first)) === null) {
    const taking = followUp.shares.flatMap((share, index) => (random() < share ? [index] : []));
    const { deliveries } = await claim(taking);
    const calls = deliveries.map((delivery) => ({ ...delivery, user_id: user.id }));
    if (calls.length > 0) await beginDeliveries(app.deps, calls);
    for (const call of calls)
      await recordResults(app.deps, [
        { ...call, outcome: random() < plan.failing ? 'failed' : 'sent', draw: 0 },
      ]);
    app.clock.advance(FIRST_PAUSE_MS);
  }
  app.clock.advance(DAY_MS);
  const { templates } = await user.call('GET /api/templates', {});
  const { campaign } = await user.call('POST /api/campaigns/{id}/follow-up', {
    params: { id: first },
    body: { name: 'Again', message_template_id: templates[0]?.id ?? 0, days: 1, even_unread: true },
  });
  const added = namesOf('added', followUp.added);
  if (campaign.list_id !== null)
    await addNames(app, { user_id: user.id, list: campaign.list_id, names: added });
  return campaign.id;
}

const namesOf = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${kind}${index}`);

async function setLimits(
  world: World,
  { id, profiles, plan }: { id: number; profiles: number[]; plan: DrawnPlan },
): Promise<void> {
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
  for (const [index, profile] of plan.profiles.entries()) {
    const { cap_hour, cap_day, warm_up_day, halfHours } = profile;
    await pool.query(
      'update profiles set cap_hour = $2, cap_day = $3, warm_up_day = $4, slow_until = $5 where id = $1',
      [
        profiles[index],
        cap_hour,
        cap_day,
        warm_up_day,
        halfHours === null ? null : new Date(Date.parse(plan.begins) + halfHours * HOUR_MS),
      ],
    );
  }
  await pool.query('update campaigns set hours = $2, cap_day = $3 where id = $1', [
    id,
    toMultirange(plan.campaignHours),
    caps.campaign,
  ]);
}

const toMultirange = (minutes: WeekMinutes | null) =>
  minutes && `{${minutes.map(([from, to]) => `[${from},${to})`).join()}}`;

/** A claim of the plan's profiles, or of some of them, as their agent asks for it. */
async function createClaim(world: World, plan: DrawnPlan) {
  const { deps, database } = world.app;
  const { rows } = await database.pool.query<{ id: number }>(
    'select id from sessions where user_id = $1 order by id desc limit 1',
    [world.user.id],
  );
  const call = {
    user_id: world.user.id,
    session_id: rows[0]?.id ?? 0,
    agent_id: world.agent.agent_id,
    any_machine: false,
    capacity: plan.profiles.length,
    known: undefined,
  };
  return async (taking = [...plan.profiles.keys()]) => {
    const paths = taking.map((index) => `/p/p${index}`);
    const [answer] = await claimForWorkCalls(deps, [{ ...call, paths }], { usual: 60, unread: 60 });
    return answer ?? { deliveries: [], next_at: null };
  };
}
