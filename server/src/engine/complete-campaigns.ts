import { type CampaignKey, type EngineEvents, publishEvents, type Step } from './events.ts';

/**
 * Ends those of the campaigns that have nothing left to do (docs/engine.md#completing): nothing in work and no
 * recipient in the line, those held by another campaign included. The user lock must be held.
 */
export async function completeCampaigns(step: Step, campaigns: CampaignKey[]): Promise<void> {
  if (campaigns.length === 0) return;
  const { tx, deps } = step;
  const { rows } = await tx.client.query<EngineEvents>({
    name: 'complete-campaigns',
    text: COMPLETE,
    values: [deps.clock.now(), campaigns.map((key) => key.user_id), campaigns.map((key) => key.campaign_id)],
  });
  if (rows[0]) publishEvents(step, rows[0]);
}

// One probe of the line's index for each campaign: a `not exists` may become a join that reads the whole list.
const COMPLETE = `
  with idle as materialized (
    select c.user_id, c.id, c.list_id, c.mark, g.cursor, g.passed, g.total_sent, g.total_failed
    from (select distinct * from unnest($2::bigint[], $3::bigint[]) as given (user_id, campaign_id)) given
    join campaigns c on c.user_id = given.user_id and c.id = given.campaign_id
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    where c.status in ('running', 'paused') and c.deleted_at is null and g.in_work = 0),
  ended as (
    update campaigns c set completed_at = $1, paused_reason = null,
      status = case when i.total_sent = 0 and i.total_failed > 0 then 'failed' else 'completed' end
    from idle i
    where c.user_id = i.user_id and c.id = i.id
      and (select r.id from recipients r
        where r.user_id = i.user_id and r.list_id = i.list_id and r.status = 'pending' and r.position <= i.mark
          and r.position > case when i.passed then 0 else i.cursor end
        order by r.position limit 1) is null
    returning c.user_id, c.id as campaign_id, c.name, c.status),
  progressed as (
    update campaign_progress g set total_list = g.total_sent + g.total_failed
    from ended e where g.user_id = e.user_id and g.campaign_id = e.campaign_id
    returning g.user_id, g.campaign_id, g.total_list, g.total_sent, g.total_failed, g.in_work),
  logged as (
    insert into campaign_logs (user_id, campaign_id, action, created_at, message)
    select user_id, campaign_id, status, $1, '' from ended
    returning user_id, campaign_id, id, action, profile_name, recipient, message)
  select
    (select coalesce(json_agg(progressed.*), '[]') from progressed) as progress,
    (select coalesce(json_agg(ended.*), '[]') from ended) as statuses,
    (select coalesce(json_agg(json_build_object('user_id', l.user_id, 'campaign_id', l.campaign_id, 'id', l.id,
        'campaign_name', e.name, 'action', l.action, 'profile_name', l.profile_name, 'recipient', l.recipient,
        'message', l.message)), '[]')
      from logged l join ended e using (user_id, campaign_id)) as logs`;
