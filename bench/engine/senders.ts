import { readText } from '@pigeonpost/server/engine/read-text';
import { startCampaign } from '@pigeonpost/server/engine/start';
import { createCampaignRow } from '@pigeonpost/server/testing/campaign-row';
import { createUser, type TestUser } from '@pigeonpost/server/testing/factories';
import { createListRow, createProfileRow } from '@pigeonpost/server/testing/rows';
import type { Side } from './databases.ts';

/** The senders, and the spread of their profiles. */
export interface Shape {
  agents: number;
  /** Campaigns of each agent, each with its own list. */
  campaigns: number;
  /** Profiles of each campaign. */
  profiles: number;
  /** Whether the text has three blanks, in which everybody has a value. */
  hasBlanks?: boolean;
  /** Whether account and campaign have hours, always open, and caps that are not reached. */
  isLimited?: boolean;
}

const FIELDS = ['first_name', 'city', 'wants'] as const;
const TEXT = 'Hello {first_name|there}, do you still want {wants} in {city}, {username}?';

export interface Sender {
  user: TestUser;
  paths: string[];
  campaigns: { id: number; list_id: number; profile_ids: number[] }[];
  /** The deliveries of all its campaigns. */
  names: number;
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
  const sender: Sender = { user, paths: [], campaigns: [], names: names * shape.campaigns };
  for (let index = 0; index < shape.campaigns; index++) {
    const list_id = await createListRow(deps, { user_id: user.id });
    await addNames(side, { user_id: user.id, list_id, names });
    const profile_ids: number[] = [];
    for (let place = 0; place < shape.profiles; place++) {
      const profile_name = `profile-${index}-${place}`;
      profile_ids.push(await createProfileRow(deps, { user_id: user.id, profile_name }));
      sender.paths.push(`/p/${profile_name}`);
    }
    const key = { user_id: user.id, list_id, profile_ids };
    const id = await createCampaignRow(deps, { ...key, status: 'pending' });
    if (shape.hasBlanks) await addBlanks(side, { user_id: user.id, campaign_id: id, names });
    if (shape.isLimited) await addLimits(side, { user_id: user.id, campaign_id: id });
    await deps.asUser(user.id, (tx, afterCommit) =>
      startCampaign({ tx, afterCommit, deps }, { user_id: user.id, campaign_id: id }),
    );
    sender.campaigns.push({ id, list_id, profile_ids });
  }
  return sender;
}

/** The campaign's text gets blanks, and the people of its list values. */
async function addBlanks(
  { deps, pool }: Side,
  { user_id, campaign_id, names }: { user_id: number; campaign_id: number; names: number },
): Promise<void> {
  await pool.query(
    `insert into fields (user_id, name, label, created_at) select $1, name, name, $3 from unnest($2::text[]) name
    on conflict do nothing`,
    [user_id, FIELDS, deps.clock.now()],
  );
  await pool.query(
    `insert into people (user_id, recipient, fields)
    select $1, 'person.' || line, (select jsonb_object_agg(id, name || ' of ' || line) from fields where user_id = $1)
    from generate_series(1, $2::int) line
    on conflict do nothing`,
    [user_id, names],
  );
  await deps.asUser(user_id, async (tx) => {
    const text = await readText(tx, { user_id, content: TEXT });
    await tx
      .updateTable('campaigns')
      .set(text)
      .where('user_id', '=', user_id)
      .where('id', '=', campaign_id)
      .execute();
  });
}

/** Every kind but a cap of an hour, whose most, 120, a profile here reaches at once. */
async function addLimits(
  { pool }: Side,
  { user_id, campaign_id }: { user_id: number; campaign_id: number },
): Promise<void> {
  await pool.query(
    `update settings set hours = '{[0,10080)}', quiet_dates = '{[2400-01-01,2400-01-02)}', profile_cap_day = 1000,
      cap_day = 100000 where user_id = $1`,
    [user_id],
  );
  await pool.query(
    `update campaigns set hours = '{[0,10080)}', not_after = '2400-01-01', cap_day = 100000
    where user_id = $1 and id = $2`,
    [user_id, campaign_id],
  );
}

async function addNames(
  { deps, pool }: Side,
  { user_id, list_id, names }: { user_id: number; list_id: number; names: number },
): Promise<void> {
  await pool.query(
    `with place as materialized (select nextval('recipient_position') << 24 as first),
    added as (
      insert into recipients (user_id, list_id, recipient, position, created_at)
      select $1, $2, 'person.' || line, first + line, $4
      from place, generate_series(1, $3::int) line returning 1)
    update lists set pending = (select count(*) from added) where user_id = $1 and id = $2`,
    [user_id, list_id, names, deps.clock.now()],
  );
}
