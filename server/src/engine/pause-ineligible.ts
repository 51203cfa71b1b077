import { lockUser } from '../database/locks.ts';
import { isEligibleProfile, isEligibleUser } from './eligible.ts';
import { type EngineEvents, publishEvents, type Step } from './events.ts';

const PAUSED_NO_PROFILE = 'No profile of this campaign is able to send';
const PAUSED_SUBSCRIPTION = 'Your subscription has expired';
const PAUSED_DISABLED = 'This account is disabled';

/**
 * Pauses the running campaigns of these users that may not or cannot go on: the subscription ended, the account
 * is disabled, or no profile of theirs is eligible. The user lock must be held.
 * Called after whatever makes a profile unable, and by begin, claim and sweep.
 */
export async function pauseIneligibleCampaigns(step: Step, user_ids: number[]): Promise<void> {
  if (user_ids.length === 0) return;
  const { rows } = await step.tx.client.query<Pick<EngineEvents, 'statuses' | 'logs'>>({
    name: 'pause-ineligible-campaigns',
    text: PAUSE_INELIGIBLE,
    values: [step.deps.clock.now(), user_ids],
  });
  if (rows[0]) publishEvents(step, rows[0]);
}

/** The same for one user, taking the lock: after a profile was switched off, deleted or blocked. */
export async function checkEligibleProfiles(step: Step, user_id: number): Promise<void> {
  await lockUser(step.tx, user_id);
  await pauseIneligibleCampaigns(step, [user_id]);
}

const ITS_PROFILES = `campaign_profiles cp join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id
      where cp.user_id = c.user_id and cp.campaign_id = c.id`;

/** Of several that are signed out all are named, for each of them would let it go on. */
const REASON = `case
    when not u.is_active then '${PAUSED_DISABLED}'
    when not ${isEligibleUser('u')} then '${PAUSED_SUBSCRIPTION}'
    when not exists (select from ${ITS_PROFILES} and ${isEligibleProfile('p')}) then coalesce((
      select 'Signed out: open ' || string_agg(p.profile_name, ', ' order by lower(p.profile_name)) || ' and sign in'
      from ${ITS_PROFILES} and p.is_active and p.deleted_at is null and p.signed_out_at is not null),
      '${PAUSED_NO_PROFILE}')
  end`;

const PAUSE_INELIGIBLE = `
  with ineligible as (
    select c.user_id, c.id, ${REASON} as reason
    from campaigns c join users u on u.id = c.user_id
    where c.user_id = any ($2::bigint[]) and c.status = 'running' and c.deleted_at is null),
  paused as (
    update campaigns c set status = 'paused', paused_reason = ineligible.reason
    from ineligible where c.user_id = ineligible.user_id and c.id = ineligible.id and ineligible.reason is not null
    returning c.user_id, c.id as campaign_id, c.name, c.status, c.paused_reason),
  logged as (
    insert into campaign_logs (user_id, campaign_id, action, created_at, message)
    select user_id, campaign_id, 'paused', $1, paused_reason from paused
    returning user_id, campaign_id, id, action, profile_name, recipient, message)
  select
    (select coalesce(json_agg(paused.*), '[]') from paused) as statuses,
    (select coalesce(json_agg(json_build_object('user_id', l.user_id, 'campaign_id', l.campaign_id, 'id', l.id,
        'campaign_name', c.name, 'action', l.action, 'profile_name', l.profile_name, 'recipient', l.recipient,
        'message', l.message)), '[]')
      from logged l join paused c using (user_id, campaign_id)) as logs`;
