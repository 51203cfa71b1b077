import { startCampaign } from '@pigeonpost/server/engine/start/start';
import { createCampaignRow } from '@pigeonpost/server/testing/campaign-row';
import { createUser, type TestUser } from '@pigeonpost/server/testing/factories';
import { createListRow, createProfileRow } from '@pigeonpost/server/testing/rows';
import type { Side } from './databases.ts';
import { addExtras, type Extras } from './extras.ts';
import { addNames } from './names.ts';

/** The senders, and the spread of their profiles. */
export interface Shape extends Extras {
  agents: number;
  /** Campaigns of each agent, each with its own list of its own people. */
  campaigns: number;
  /** Profiles of each campaign. */
  profiles: number;
}

export interface Sender {
  user: TestUser;
  paths: string[];
  campaigns: { id: number; list_id: number; profile_ids: number[] }[];
  /** The deliveries of all its campaigns. */
  names: number;
  isHeard: boolean;
}

/** New users with running campaigns of that many names each, whose profiles never pause. */
export async function prepareSenders(side: Side, shape: Shape, names: number): Promise<Sender[]> {
  const senders = await Promise.all(Array.from({ length: shape.agents }, () => prepare(side, shape, names)));
  // As autovacuum does within its first minute.
  await side.pool.query('analyze');
  return senders;
}

async function prepare(side: Side, shape: Shape, names: number): Promise<Sender> {
  const { deps, pool } = side;
  const user = await createUser(deps, {
    role: 'user',
    pack: 'pro',
    subscription_end_date: new Date(deps.clock.now().getTime() + 86_400_000),
    time_zone: 'UTC',
  });
  await pool.query('update settings set delay_start = 0, delay_end = 0 where user_id = $1', [user.id]);
  const sender: Sender = {
    user,
    paths: [],
    campaigns: [],
    names: names * shape.campaigns,
    isHeard: shape.isHeard ?? false,
  };
  for (let index = 0; index < shape.campaigns; index++) {
    const list_id = await createListRow(deps, { user_id: user.id });
    // A person who stands in several lists gets several messages, which the budget and a message under way keep back.
    const stem = `person-${index}`;
    await addNames(side, { user_id: user.id, list_id, names, stem });
    const profile_ids: number[] = [];
    for (let place = 0; place < shape.profiles; place++) {
      const profile_name = `profile-${index}-${place}`;
      profile_ids.push(await createProfileRow(deps, { user_id: user.id, profile_name }));
      sender.paths.push(`/p/${profile_name}`);
    }
    const key = { user_id: user.id, list_id, profile_ids };
    const id = await createCampaignRow(deps, { ...key, status: 'pending' });
    await addExtras(side, shape, { user_id: user.id, campaign_id: id, names, stem });
    await deps.asUser(user.id, (tx, afterCommit) =>
      startCampaign({ tx, afterCommit, deps }, { user_id: user.id, campaign_id: id }),
    );
    sender.campaigns.push({ id, list_id, profile_ids });
  }
  return sender;
}
