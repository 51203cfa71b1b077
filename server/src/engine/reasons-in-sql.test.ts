import assert from 'node:assert/strict';
import type { Ledger } from '@pigeonpost/contract/rules/facts';
import { findSkip } from '@pigeonpost/contract/rules/person';
import { seededRandom } from '../../model/random.ts';
import { engineTest, type World } from '../testing/engine-world.ts';
import { type AccountRow, type CampaignRow, readAccount, readCampaign } from './read-facts.ts';

// A plan counts people in the database. Whatever is drawn, both judge alike.

const NOW = Date.parse('2026-11-02T09:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PEOPLE = 80;
const ROUNDS = 60;

const random = seededRandom(20_261_130);
const oneOf = <T>(...all: T[]): T => all[Math.floor(random() * all.length)] as T;
const moment = (...offsets: number[]) => new Date(NOW + oneOf(...offsets)).toISOString();
const maybe = <T>(draw: () => T): T | null => (random() < 0.5 ? draw() : null);

interface Judged {
  account: AccountRow;
  campaign: CampaignRow;
  ledger: Ledger | null;
  follows_at: number | null;
  is_refused: boolean;
  is_undecided: boolean;
  left_out_list: string | null;
  left_out_tag: string | null;
  has_source: boolean;
  recipient: string;
  fields: Record<string, string>;
  reason: object | null;
}

engineTest('whoever gets no message gets none for the same reason in SQL', async (world) => {
  const list = await world.list(Array.from({ length: PEOPLE }, (_, at) => `name${at}`));
  const scene = { list, ...(await drawPeople(world, list)) };
  const seen = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++)
    for (const judged of await judgeInSql(world, scene)) {
      const { recipient, ledger, follows_at, is_undecided, left_out_list, left_out_tag, has_source } = judged;
      const person = { recipient, ledger, follows_at, is_undecided, left_out_list, left_out_tag, has_source };
      const reason = findSkip(
        { ...person, is_on_do_not_contact: judged.is_refused },
        {
          account: readAccount(judged.account),
          campaign: readCampaign(judged.campaign),
          blanks: judged.fields,
          now: NOW,
        },
      );
      assert.deepEqual(reason, judged.reason, JSON.stringify(judged));
      const kind = reason?.kind ?? 'none';
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
  for (const kind of [
    'none',
    'do_not_contact',
    'messaged',
    'replied',
    'undecided_stop',
    'budget',
    'left_out',
    'no_source',
    'unfilled',
  ])
    assert.ok((seen.get(kind) ?? 0) > 20, `${kind}: ${JSON.stringify([...seen])}`);
});

interface Scene {
  list: number;
  others: number[];
  tags: number[];
  field: number;
}

/** People of whom more or less is known. */
async function drawPeople(
  {
    app: {
      database: { pool },
    },
    user,
    list,
  }: World,
  of_list: number,
): Promise<Omit<Scene, 'list'>> {
  const others = [await list(['name1', 'name2', 'name30']), await list(['name2', 'name3', 'name31'])];
  const { tag } = await user.call('POST /api/tags', { body: { name: 'vip' } });
  const { field } = await user.call('POST /api/fields', { body: { name: 'city' } });
  const {
    rows: [source],
  } = await pool.query<{ id: number }>(
    `insert into sources (user_id, text, stated_on, created_at) values ($1, 'Fair', '2026-10-01', now()) returning id`,
    [user.id],
  );
  for (let at = 0; at < PEOPLE; at++) {
    const of = [user.id, `name${at}`];
    await pool.query(
      'update recipients set follows_at = $3 where user_id = $1 and recipient = $2 and list_id = $4',
      [...of, maybe(() => moment(-9 * DAY, -3 * DAY)), of_list],
    );
    if (random() < 0.1)
      await pool.query(
        "insert into do_not_contact (user_id, recipient, created_at, how) values ($1, $2, now(), 'hand')",
        of,
      );
    if (random() < 0.7)
      await pool.query(
        `insert into people (user_id, recipient, fields, tags, sources) values ($1, $2, $3, $4, $5)
        on conflict (user_id, recipient) do update set fields = excluded.fields, tags = excluded.tags, sources = excluded.sources`,
        [
          ...of,
          random() < 0.6 ? { [field.id]: 'Rome' } : {},
          random() < 0.2 ? [tag.id] : [],
          random() < 0.6 ? [source?.id] : [],
        ],
      );
    if (random() < 0.2)
      await pool.query(
        `insert into replies (user_id, recipient, profile_id, site_id, at, read_at, via, stop, automatic)
        values ($1, $2, 1, 'a', now(), now(), 'thread', 'perhaps', $3)`,
        [...of, oneOf('no', 'sure', 'owner_no', 'owner_yes')],
      );
    if (random() < 0.3) continue;
    const entry = (at: number) => ({ at: (NOW + at) / 1000 });
    const begun = oneOf<object>(
      {},
      {},
      { 4: entry(-20_000) },
      { 4: entry(-3 * DAY), 5: { ...entry(-DAY), unclear: true } },
      {
        4: { ...entry(-9 * DAY), unclear: true },
      },
    );
    const without_reply = Object.fromEntries(
      Array.from({ length: Math.floor(random() * 4) }, (_, n) => [n + 1, 1]),
    );
    await pool.query(
      'insert into message_ledger (user_id, recipient, last_messaged_at, begun, replied_at, without_reply) values ($1, $2, $3, $4, $5, $6)',
      [
        ...of,
        maybe(() => moment(-40 * DAY, -9 * DAY, -3 * DAY, -HOUR)),
        begun,
        maybe(() => moment(-40 * DAY, -9 * DAY, -3 * DAY, -HOUR)),
        without_reply,
      ],
    );
  }
  return { others, tags: [tag.id], field: field.id };
}

/** What the database says of each of them, with drawn settings and a drawn campaign. */
async function judgeInSql(
  {
    app: {
      database: { pool },
    },
    user,
  }: World,
  { list, others, tags, field }: Scene,
): Promise<Judged[]> {
  const settings = {
    never_twice_days: oneOf(null, 7, 30),
    hears_replies: random() < 0.5,
    quiet_days: oneOf(0, 7),
    budget: oneOf(null, 1, 2),
    require_source: random() < 0.3,
  };
  const leave_out = {
    ...(random() < 0.6 ? { lists: others } : {}),
    ...(random() < 0.6 ? { tags } : {}),
    ...(random() < 0.6 ? { replied_days: oneOf(5, 30) } : {}),
  };
  const campaign = {
    id: 5,
    user_id: user.id,
    status: 'running',
    leave_out: maybe(() => leave_out),
    started_at: maybe(() => moment(-5 * DAY, -HOUR)),
    follows_campaign_id: maybe(() => 3),
    parts: maybe(() =>
      oneOf([{ name: 'city', field }], ['Hi ', { name: 'city', field, else: '' }, { name: 'username' }]),
    ),
  };
  const { rows } = await pool.query<Judged>(
    `select r.recipient, account_facts(u, s) as account, campaign_facts(c) as campaign, milliseconds(r.follows_at) as follows_at,
      case when l.recipient is not null then ledger_facts(l) end as ledger, x.recipient is not null as is_refused,
      has_undecided_stop(u.id, r.recipient) as is_undecided, coalesce(w.fields, '{}') as fields,
      find_left_out_list(u.id, ids_of(c.leave_out->'lists')::bigint[], r.recipient)->>'list' as left_out_list,
      find_left_out_tag(u.id, ids_of(c.leave_out->'tags')::bigint[], w.tags)->>'tag' as left_out_tag,
      has_stated_source(u.id, r.recipient) as has_source,
      skip_reason(x.recipient is not null, messaged_reason(s, r.recipient, at, u.time_zone, u.id, follows),
        left_alone_reason(u.id, s, c.started_at, c.leave_out, r.recipient, at, u.time_zone, follows),
        null, unfit_reason(needs_of(c.parts), r.recipient, coalesce(w.fields, '{}'))) as reason
    from users u join settings stored on stored.user_id = u.id
    cross join lateral jsonb_populate_record(stored, $3) s
    cross join lateral jsonb_populate_record(null::campaigns, $4) c
    cross join lateral (select $5::timestamptz as at) moment
    join recipients r on r.user_id = u.id and r.list_id = $2
    left join do_not_contact x on x.user_id = u.id and x.recipient = r.recipient
    left join message_ledger l on l.user_id = u.id and l.recipient = r.recipient
    left join people w on w.user_id = u.id and w.recipient = r.recipient
    cross join lateral (select case when c.follows_campaign_id is not null then r.follows_at end as follows) f
    where u.id = $1`,
    [user.id, list, JSON.stringify(settings), JSON.stringify(campaign), new Date(NOW)],
  );
  return rows;
}
