import { storeServerAddress } from '@pigeonpost/server/database/server-identity-queries';
import { readText } from '@pigeonpost/server/engine/read-text';
import { createListRow } from '@pigeonpost/server/testing/rows';
import type { Side } from './databases.ts';
import { addNames } from './names.ts';

const FIELDS = ['first_name', 'city', 'wants'] as const;
const TEXT = 'Hello {first_name|there}, do you still want {wants} in {city}, {username}?';
const TEXT_WITH_LINK = 'Hello {username}, if you want no more of these: {optout}';

/** What an account and a campaign have besides, of which nothing keeps a message back. */
export interface Extras {
  /** Whether the text has three blanks, in which everybody has a value. */
  hasBlanks?: boolean;
  /** Whether account and campaign have hours, always open, and caps that are not reached. */
  isLimited?: boolean;
  /** Whether the agent reads replies, and the campaigns leave out who replied within 30 days. */
  isHeard?: boolean;
  /** Whether the account writes only to people of a stated source. */
  hasSources?: boolean;
  /** Whether the text has a stop link. */
  hasStopLinks?: boolean;
  /** Whether the campaigns leave out a list of as many other people. */
  hasLeftOut?: boolean;
}

interface CampaignWithNames {
  user_id: number;
  campaign_id: number;
  /** Its people, named after the stem and their number. */
  names: number;
  stem: string;
}

/** Gives a campaign that did not start yet, and its account, what they have besides. */
export async function addExtras(side: Side, extras: Extras, of: CampaignWithNames): Promise<void> {
  if (extras.hasBlanks) await addBlanks(side, of);
  if (extras.isLimited) await addLimits(side, of);
  if (extras.isHeard) await leaveOut(side, of, { replied_days: 30 });
  if (extras.hasSources) await addSources(side, of);
  if (extras.hasStopLinks) await addStopLinks(side, of);
  if (extras.hasLeftOut) await addLeftOut(side, of);
}

/** The campaign's text gets blanks, and the people of its list values. */
async function addBlanks(side: Side, of: CampaignWithNames): Promise<void> {
  const { deps, pool } = side;
  await pool.query(
    `insert into fields (user_id, name, label, created_at) select $1, name, name, $3 from unnest($2::text[]) name
    on conflict do nothing`,
    [of.user_id, FIELDS, deps.clock.now()],
  );
  await pool.query(
    `insert into people (user_id, recipient, fields)
    select $1, $3 || '.' || line, (select jsonb_object_agg(id, name || ' of ' || line) from fields where user_id = $1)
    from generate_series(1, $2::int) line
    on conflict (user_id, recipient) do update set fields = excluded.fields`,
    [of.user_id, of.names, of.stem],
  );
  await setText(side, of, TEXT);
}

/** Every kind but a cap of an hour, whose most, 120, a profile here reaches at once. */
async function addLimits({ pool }: Side, { user_id, campaign_id }: CampaignWithNames): Promise<void> {
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

/** All people come from one source, without which the account writes to nobody. */
async function addSources({ deps, pool }: Side, of: CampaignWithNames): Promise<void> {
  await pool.query('update settings set require_source = true where user_id = $1', [of.user_id]);
  await pool.query(
    `with source as (
      insert into sources (user_id, text, stated_on, created_at) values ($1, 'Fair in May', $3::timestamptz::date, $3)
      returning id)
    insert into people (user_id, recipient, sources)
    select $1, $4 || '.' || line, array[id] from source, generate_series(1, $2::int) line
    on conflict (user_id, recipient) do update set sources = excluded.sources`,
    [of.user_id, of.names, deps.clock.now(), of.stem],
  );
}

async function addStopLinks(side: Side, of: CampaignWithNames): Promise<void> {
  await storeServerAddress(side.deps, { address: 'https://pigeonpost.example', is_public: true });
  await side.pool.query(`update settings set sender_name = 'The bench' where user_id = $1`, [of.user_id]);
  await setText(side, of, TEXT_WITH_LINK);
}

async function addLeftOut(side: Side, of: CampaignWithNames): Promise<void> {
  const { user_id, names } = of;
  const list_id = await createListRow(side.deps, { user_id, name: `Other people of ${of.campaign_id}` });
  await addNames(side, { user_id, list_id, names, stem: `other.${of.stem}` });
  await leaveOut(side, of, { lists: [list_id] });
}

async function leaveOut({ pool }: Side, of: CampaignWithNames, whom: object): Promise<void> {
  await pool.query(
    `update campaigns set leave_out = coalesce(leave_out, '{"lists": [], "tags": [], "replied_days": null}') || $3
    where user_id = $1 and id = $2`,
    [of.user_id, of.campaign_id, whom],
  );
}

async function setText({ deps }: Side, of: CampaignWithNames, content: string): Promise<void> {
  const { user_id, campaign_id } = of;
  await deps.asUser(user_id, async (tx) => {
    const text = await readText(tx, { user_id, content });
    await tx
      .updateTable('campaigns')
      .set(text)
      .where('user_id', '=', user_id)
      .where('id', '=', campaign_id)
      .execute();
  });
}
