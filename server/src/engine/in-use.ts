import { sql } from 'kysely';
import type { Tx } from '../database/transaction.ts';
import { conflict } from '../errors.ts';

type Used = { message_template_id: number } | { list_id: number } | { profile_id: number };
type LeftOut = { list_id: number } | { tag_id: number };

/**
 * 409 while a pending, running or paused campaign uses this template, list or profile (docs/behaviour.md#deletions).
 * The user lock must be held: a campaign that is being created with it either commits first or finds it gone.
 */
export async function refuseIfInUse(tx: Tx, used: Used & { user_id: number }): Promise<void> {
  const campaign = await findUnfinishedCampaign(tx, used);
  if (campaign === undefined) return;
  const thing = 'list_id' in used ? 'list' : 'profile_id' in used ? 'profile' : 'template';
  throw conflict(`This ${thing} is used by the campaign "${campaign}". Stop or delete that campaign first.`);
}

/** The same while such a campaign leaves out the people of this list, or with this tag. */
export async function refuseIfLeftOut(
  tx: Tx,
  { user_id, ...of }: LeftOut & { user_id: number },
): Promise<void> {
  const isList = 'list_id' in of;
  const leaves = JSON.stringify(isList ? { lists: [of.list_id] } : { tags: [of.tag_id] });
  const campaign = await unfinished(tx, user_id)
    .where('leave_out', 'is not', null)
    .where(sql<boolean>`leave_out @> ${leaves}::jsonb`)
    .executeTakeFirst();
  if (!campaign) return;
  const thing = isList ? 'The people of this list' : 'People with this tag';
  throw conflict(
    `${thing} are left out of the campaign "${campaign.name}". Stop or delete that campaign first.`,
  );
}

const unfinished = (tx: Tx, user_id: number) =>
  tx
    .selectFrom('campaigns')
    .select('name')
    .where('user_id', '=', user_id)
    .where('status', 'in', ['pending', 'running', 'paused'])
    .where('is_draft', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1);

async function findUnfinishedCampaign(
  tx: Tx,
  { user_id, ...used }: Used & { user_id: number },
): Promise<string | undefined> {
  let campaigns = unfinished(tx, user_id);
  if ('message_template_id' in used) {
    campaigns = campaigns.where('message_template_id', '=', used.message_template_id);
  } else if ('list_id' in used) {
    campaigns = campaigns.where('list_id', '=', used.list_id);
  } else {
    campaigns = campaigns.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('campaign_profiles')
          .select(sql`1`.as('one'))
          .whereRef('campaign_profiles.user_id', '=', 'campaigns.user_id')
          .whereRef('campaign_profiles.campaign_id', '=', 'campaigns.id')
          .where('profile_id', '=', used.profile_id),
      ),
    );
  }
  return (await campaigns.executeTakeFirst())?.name;
}
