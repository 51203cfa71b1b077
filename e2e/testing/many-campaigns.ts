import type { Site, Visitor } from './site.ts';

/** Ended campaigns of a visitor, newest first 'Old 1', written straight to the database. */
export async function makeOldCampaigns(
  site: Site,
  { username }: Visitor,
  { count }: { count: number },
): Promise<void> {
  await site.database.pool.query(
    `with owner as (select id from users where username = $1),
    made as (
      insert into campaigns (user_id, name, status, template_name, template_content, list_name, created_at,
        started_at, completed_at, mark)
      select owner.id, 'Old ' || n, case when n % 10 = 0 then 'failed' else 'completed' end, 'Kiln opening', 'Hi',
        'Neighbours', moment, moment, moment, 1
      from owner, generate_series($2::int, 1, -1) as n,
        lateral (select timestamptz '2026-01-01 12:00Z' - n * interval '1 hour' as moment) at
      returning user_id, id)
    insert into campaign_progress (user_id, campaign_id, total_list, total_sent, total_failed)
    select user_id, id, 100, 60, 36 from made`,
    [username, count],
  );
}
