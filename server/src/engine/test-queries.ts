import { LAST_CAMPAIGN_ID, TEST_KEPT_DAYS, TEST_WAIT_MINUTES } from '@pigeonpost/contract/tests';
import { sql } from 'kysely';
import type { Tx } from '../database/transaction.ts';
import type { CampaignKey } from './context.ts';
import type { readText } from './read-text.ts';

interface NewTest {
  user_id: number;
  profile_id: number;
  recipient: string;
  text: Awaited<ReturnType<typeof readText>>;
  now: Date;
}

/** Makes the campaign of a test with its list of one name, not started; its last moment follows the profile's pause. */
export async function insertTest(
  tx: Tx,
  { user_id, profile_id, recipient, text, now }: NewTest,
): Promise<CampaignKey> {
  const { rows } = await sql<{ campaign_id: number }>`
    with made as materialized (select nextval('test_ids') as id, nextval('recipient_position') << 24 as position),
    named as (
      insert into lists (user_id, id, name, pending, created_at) overriding system value
      select ${user_id}, id, 'Test', 1, ${now} from made),
    person as (
      insert into recipients (user_id, list_id, recipient, position, created_at)
      select ${user_id}, id, ${recipient}, position, ${now} from made),
    counted as (insert into campaign_progress (user_id, campaign_id) select ${user_id}, id from made),
    used as (insert into campaign_profiles (user_id, campaign_id, profile_id) select ${user_id}, id, ${profile_id} from made)
    insert into campaigns (user_id, id, name, template_name, template_content, parts, text_hash, list_id, list_name,
      created_at, not_after) overriding system value
    select ${user_id}, made.id, 'Test', '', ${text.template_content}, ${text.parts}::jsonb, ${text.text_hash}, made.id, 'Test',
      ${now}, make_interval(mins => ${TEST_WAIT_MINUTES}) + greatest(${now},
        (select next_send_at from profiles p left join settings s on s.user_id = p.user_id
          where p.user_id = ${user_id} and p.id = ${profile_id} and next_send_at <= latest_due(s, ${now})))
    from made returning id as campaign_id`.execute(tx);
  if (!rows[0]) throw new Error('The test was not made.');
  return { user_id, campaign_id: rows[0].campaign_id };
}

/** Forgets tests of more than seven days ago, all that hangs on them too; one that still runs is left. */
export async function forgetTests(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - TEST_KEPT_DAYS * 86_400_000);
  const { rows } = await sql<{ id: number }>`
    delete from campaigns where id > ${LAST_CAMPAIGN_ID} and created_at < ${before} and status <> 'running'
    returning id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`delete from lists where id = any (${ids}::bigint[])`.execute(tx);
  await sql`delete from recipients where list_id = any (${ids}::bigint[])`.execute(tx);
  for (const table of TABLES_OF_A_CAMPAIGN)
    await sql`delete from ${sql.table(table)} where campaign_id = any (${ids}::bigint[])`.execute(tx);
}

const TABLES_OF_A_CAMPAIGN = [
  'deliveries',
  'campaign_progress',
  'campaign_profiles',
  'campaign_logs',
  'sending_days',
  'daily_performance',
];
