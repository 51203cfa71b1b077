import { type TestContext, test } from 'node:test';
import type { SeenReply } from '@pigeonpost/contract/calls/agent-protocol';
import type { Answer } from '@pigeonpost/contract/client';
import type { Config } from '../config.ts';
import { assertEngineInvariants } from './engine-invariants.ts';
import { enrolMachine, type Machine } from './machine.ts';
import { createListRow, createProfileRow } from './rows.ts';
import { type SignedUp, startTestApp, type TestApp } from './test-app.ts';

export type Delivery = Answer<'POST /api/agent/work'>['deliveries'][number];

export interface World {
  app: TestApp;
  user: SignedUp;
  agent: Machine;
  /** A list with these names pending, in order; returns its id. */
  list(names: string[]): Promise<number>;
  profile(name: string): Promise<number>;
  /** A campaign that waits for its start. */
  campaign(wanted: { list: number; profiles: number[]; name?: string; content?: string }): Promise<number>;
  start(campaign: number): Promise<void>;
  /** A work call without waiting, for all profiles by default. */
  work(wanted?: { capacity?: number; paths?: string[]; holding?: Holding }): Promise<Delivery[]>;
  /** With what the person wrote in the thread. */
  begin(delivery: Delivery, replies?: SeenReply[]): Promise<unknown>;
  result(
    delivery: Delivery,
    outcome: ResultBody,
  ): Promise<Answer<'POST /api/agent/deliveries/{token}/result'>>;
  turn(seconds: number): void;
  /** The one delivery that is due, already begun. */
  sending(): Promise<Delivery>;
  details(campaign: number): Promise<Answer<'GET /api/campaigns/{id}'>['campaign']>;
  /** The status of each name of a list, in order. */
  names(list: number): Promise<Record<string, string>>;
}

interface Holding {
  deliveries: string[];
  requests: number[];
}

type ResultBody = {
  outcome: 'sent' | 'not_found' | 'failed' | 'unknown';
  blocked?: boolean;
  signed_out?: boolean;
  profile_in_use?: boolean;
  site_unreachable?: boolean;
  machine_fault?: boolean;
  obstacle?: string;
  reason?: string;
  server_id?: string;
  at?: string;
  now?: string;
  recipient?: string;
  profile_path?: string;
};

/** Longer than any pause between two messages of a profile. */
export const PACE_SECONDS = 451;

/** A test on its own database; after its body the engine's invariants must hold. */
export function engineTest(
  name: string,
  body: (world: World) => Promise<void>,
  config: Partial<Config> = {},
): void {
  test(name, async (t) => {
    const world = await startWorld(t, config);
    await body(world);
    await assertEngineInvariants(world.app.database.pool);
  });
}

/** A user with a scripted agent, over HTTP. */
export async function startWorld(t: TestContext, config: Partial<Config> = {}): Promise<World> {
  return createWorld(await startTestApp(t, config));
}

/** The same on an existing server. */
export async function createWorld(app: TestApp): Promise<World> {
  const user = await app.signUp({ pack: 'pro' });
  const agent = await enrolMachine(app, user);
  await agent.report();
  const { deps } = app;
  const paths: string[] = [];

  const world: World = {
    app,
    user,
    agent,
    async list(names) {
      const list = await createListRow(deps, { user_id: user.id });
      await addNames(app, { user_id: user.id, list, names });
      return list;
    },
    async profile(name) {
      const id = await createProfileRow(deps, { user_id: user.id, profile_name: name });
      paths.push(`/p/${name}`);
      return id;
    },
    async campaign({ list, profiles, name = 'Spring', content = 'Hi {username}!' }) {
      const templates = await user.call('POST /api/templates', {
        body: { name: 'Hello', content },
      });
      const { campaign } = await user.call('POST /api/campaigns', {
        body: { name, message_template_id: templates.template.id, list_id: list, profiles_used: profiles },
      });
      return campaign.id;
    },
    async start(id) {
      await user.call('POST /api/campaigns/{id}/start', { params: { id } });
    },
    async work({ capacity = 10, paths: wanted = paths, holding } = {}) {
      const found = await agent.call('POST /api/agent/work', {
        body: { capacity, wait_seconds: 0, profile_paths: wanted, ...(holding && { holding }) },
      });
      return found.deliveries;
    },
    begin: ({ token }, replies) =>
      agent.call('POST /api/agent/deliveries/{token}/begin', {
        params: { token },
        body: { ...(replies && { replies }) },
      }),
    result: ({ token, campaign_id, recipient_id }, outcome) =>
      agent.call('POST /api/agent/deliveries/{token}/result', {
        params: { token },
        body: { campaign_id, recipient_id, ...outcome },
      }),
    turn: (seconds) => app.clock.advance(seconds * 1000),
    async sending() {
      const [delivery] = await world.work();
      if (!delivery) throw new Error('Nothing is due.');
      await world.begin(delivery);
      return delivery;
    },
    async details(id) {
      return (await user.call('GET /api/campaigns/{id}', { params: { id } })).campaign;
    },
    async names(id) {
      const { recipients } = await user.call('GET /api/lists/{id}/recipients', { params: { id } });
      return Object.fromEntries(
        recipients.map(({ recipient, status }) => [recipient, status] as const).sort(),
      );
    },
  };
  return world;
}

/** Adds names to a list like an import: behind every mark drawn before. */
export async function addNames(
  app: TestApp,
  { user_id, list, names }: { user_id: number; list: number; names: string[] },
): Promise<void> {
  await app.database.pool.query(
    `with place as materialized (select nextval('recipient_position') << 24 as first),
    added as (
      insert into recipients (user_id, list_id, recipient, position, created_at)
      select $1, $2, name, first + line, $4
      from place, unnest($3::text[]) with ordinality as given (name, line) returning 1)
    update lists set pending = pending + (select count(*) from added) where user_id = $1 and id = $2`,
    [user_id, list, names, app.clock.now()],
  );
}
