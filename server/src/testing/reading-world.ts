import type { AgentRequest, SeenReply } from '@pigeonpost/contract/calls/agent-protocol';
import type { World } from './engine-world.ts';

/** A profile on a machine that reads replies. */
export async function reader(world: World, name = 'shop'): Promise<number> {
  const id = await world.profile(name);
  await world.agent.report({ folders: [`/p/${name}`], reads_replies: true });
  return id;
}

/** A campaign that wrote to these people, one after another. */
export async function wroteTo(world: World, names: string[], shop: number): Promise<number> {
  const campaign = await world.campaign({ list: await world.list(names), profiles: [shop] });
  await world.start(campaign);
  for (const _ of names) {
    await world.result(await world.sending(), { outcome: 'sent' });
    world.turn(500);
  }
  return campaign;
}

/** Asks for a reading. */
export const readReplies = (world: World, profile_ids?: number[]) =>
  world.user.call('POST /api/replies/read', { body: profile_ids ? { profile_ids } : {} });

/** How the last reading goes. */
export const reading = async (world: World) => (await world.user.call('GET /api/replies/reading')).reading;

/** The requests that the machine is given now. */
export async function requests(world: World, agent = world.agent): Promise<AgentRequest[]> {
  const body = { capacity: 0, wait_seconds: 0, profile_paths: [] };
  return (await agent.call('POST /api/agent/work', { body })).requests;
}

/** The moments from which the profiles of a request are read. */
export const since = ({ payload }: AgentRequest) =>
  (payload as { profiles: { profile_path: string; since: string }[] }).profiles.map((one) => one.since);

/** The time of the world. */
export const now = (world: World) => world.app.clock.now().toISOString();

/** What an agent says of one profile; what is left out is as if all went well. */
export interface Told {
  path?: string;
  replies?: SeenReply[];
  read_to?: string;
  is_cut?: boolean;
  error?: string | null;
}

/** An agent's report on a reading. */
export function tell(world: World, id: number, kind: 'progress' | 'result', told: Told[]) {
  const results = told.map(({ path = '/p/shop', ...one }) => ({
    profile_path: path,
    read_to: now(world),
    is_cut: false,
    replies: [],
    error: null,
    ...one,
  }));
  const given = { params: { id } };
  return kind === 'progress'
    ? world.agent.call('POST /api/agent/requests/{id}/progress', { ...given, body: { results: { results } } })
    : world.agent.call('POST /api/agent/requests/{id}/result', {
        ...given,
        body: { status: 'completed', results: { results } },
      });
}
