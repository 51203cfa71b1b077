import assert from 'node:assert/strict';
import { mock, type TestContext, test } from 'node:test';
import { assertEngineInvariants } from './engine-invariants.ts';
import { createWorld, type Delivery, type World } from './engine-world.ts';
import { refusal } from './refusal.ts';
import { startTestApp } from './test-app.ts';

/** Monday to Friday from 09:00 to 18:00, as minutes of the week. */
export const WORKDAYS = '{[540,1080),[1980,2520),[3420,3960),[4860,5400),[6300,6840)}';

interface Limits {
  settings: {
    hours?: string | null;
    quiet_dates?: string;
    profile_cap_hour?: number | null;
    profile_cap_day?: number | null;
    cap_day?: number | null;
    delay_start?: number;
    delay_end?: number;
  };
  campaigns: {
    hours?: string | null;
    not_after?: string | null;
    cap_day?: number | null;
    canary?: number | null;
  };
  profiles: {
    cap_hour?: number | null;
    cap_day?: number | null;
    warm_up_day?: number | null;
    slow_until?: string | null;
  };
}

export interface PacedWorld extends World {
  /** Turns the clock to a moment, forward or back. */
  goTo(moment: string): void;
  /** Limits the account, as its settings do. */
  limitAccount(limits: Limits['settings']): Promise<void>;
  limitCampaign(id: number, limits: Limits['campaigns']): Promise<void>;
  limitProfile(id: number, limits: Limits['profiles']): Promise<void>;
  /** A running campaign for these people, with a profile of each name; the ids. */
  running(wanted: { people: string[]; profiles?: string[]; name?: string }): Promise<{
    campaign: number;
    list: number;
    profiles: number[];
  }>;
}

/** A test of a user in Oslo, or elsewhere, at a moment; after its body the engine's invariants must hold. */
export function pacedTest(
  name: string,
  place: { at: string; zone?: string },
  body: (world: PacedWorld, t: TestContext) => Promise<void>,
): void {
  test(name, async (t) => {
    const world = await startPacedWorld(t, place);
    await body(world, t);
    await assertEngineInvariants(world.app.database.pool);
  });
}

async function startPacedWorld(
  t: TestContext,
  { at, zone = 'Europe/Oslo' }: { at: string; zone?: string },
): Promise<PacedWorld> {
  const app = await startTestApp(t);
  const goTo = (moment: string) => app.clock.advance(new Date(moment).getTime() - app.clock.now().getTime());
  goTo(at);
  const world = await createWorld(app);
  await world.user.call('PUT /api/auth/profile', { body: { time_zone: zone } });
  const set = async (table: string, where: string, limits: object) => {
    const columns = Object.keys(limits).map((column, index) => `${column} = $${index + 1}`);
    await app.deps.asUser(world.user.id, async (tx, afterCommit) => {
      await tx.query(`update ${table} set ${columns.join()} where ${where}`, Object.values(limits));
      app.deps.nudges.nudge({ tx, afterCommit }, world.user.id);
    });
  };
  return {
    ...world,
    goTo,
    limitAccount: (limits) => set('settings', `user_id = ${world.user.id}`, limits),
    limitCampaign: (id, limits) => set('campaigns', `id = ${id}`, limits),
    limitProfile: (id, limits) => set('profiles', `id = ${id}`, limits),
    async running({ people, profiles: names = ['one'], name }) {
      const list = await world.list(people);
      const profiles: number[] = [];
      for (const profile of names) profiles.push(await world.profile(profile));
      const campaign = await world.campaign({ list, profiles, ...(name && { name }) });
      await world.start(campaign);
      return { campaign, list, profiles };
    },
  };
}

/** Counts the claims that reach the database. */
export function countClaims({ app: { deps } }: PacedWorld): { claims: number } {
  const counted = { claims: 0 };
  const { takeStep } = deps;
  mock.method(deps, 'takeStep', (...[purpose, work]: Parameters<typeof takeStep>) => {
    if (purpose === 'claim') counted.claims++;
    return takeStep(purpose, work);
  });
  return counted;
}

/** As many names. */
export const range = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `person_${index}`);

/** Begins and reports every delivery that is handed out, until none is left. Gives the profiles that were used. */
export async function sendAll(world: PacedWorld, outcome: 'sent' | 'failed' = 'sent'): Promise<string[]> {
  const used: string[] = [];
  for (;;) {
    const deliveries = await world.work();
    if (deliveries.length === 0) return used;
    for (const delivery of deliveries) {
      await world.begin(delivery);
      await world.result(delivery, { outcome });
      used.push(delivery.profile.profile_name);
    }
  }
}

/** The next one who is handed out, not begun. */
export async function handedOut(
  world: PacedWorld,
  wanted: { capacity?: number; paths?: string[] } = {},
): Promise<Delivery> {
  const [delivery] = await world.work({ capacity: 1, ...wanted });
  assert.ok(delivery);
  return delivery;
}

/** The next one is handed out, begun and reported. */
export async function sendOne(world: PacedWorld): Promise<void> {
  const delivery = await handedOut(world);
  await world.begin(delivery);
  await world.result(delivery, { outcome: 'sent' });
}

/** How a begin was refused. */
export async function refusedAs(begun: Promise<unknown>) {
  const { status, code, message } = await refusal(begun);
  return { status, code, message };
}

interface Counters {
  day: string;
  begun_today: number;
  hour: string;
  begun_this_hour: number;
  warm_up_day: number | null;
}

/** What is counted of a profile. */
export async function countersOf({ app }: PacedWorld, id = 0): Promise<Counters | undefined> {
  const { rows } = await app.database.pool.query<Counters>(
    `select counted_day::text as day, begun_today, counted_hour::text as hour, begun_this_hour, warm_up_day
    from profiles where id = $1`,
    [id],
  );
  return rows[0];
}
