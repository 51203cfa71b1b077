import { isSubscriptionActive } from '@pigeonpost/contract/account/subscription';
import type { User } from '@pigeonpost/contract/calls/auth';
import type { Notification } from '@pigeonpost/contract/calls/notifications';
import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import { NOTIFICATION_KINDS, type NotificationKind } from '@pigeonpost/contract/notifications/kinds';
import type { Told } from '@pigeonpost/contract/notifications/notice';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { describe } from '../../notifications/describe.ts';
import { findStanding } from '../dashboard/standing.ts';
import { findCampaigns, KEPT, listNewest } from './queries.ts';

/** Kinds that have passed once their campaign no longer stands still with this status. */
const STATUSES: Partial<Record<NotificationKind, CampaignStatus>> = {
  campaign_paused: 'paused',
  campaign_review: 'paused',
  campaign_overdue: 'pending',
};

/** Whose notifications they are, with what 'needs you' and the words depend on. */
export type Reader = Pick<User, 'id' | 'role' | 'subscription_end_date' | 'time_zone'>;

/**
 * The newest notifications of these kinds as their user sees them. Of what came again, the earlier ones are over. Whether
 * a campaign still needs its user, and what they do next, is what 'needs you' says of it.
 */
export async function findShown(
  tx: Tx,
  { user, kinds, limit }: { user: Reader; kinds: NotificationKind[]; limit: number },
  deps: Pick<Deps, 'clock' | 'config'>,
): Promise<Notification[]> {
  const now = deps.clock.now();
  const stored = await listNewest(tx, { user_id: user.id, now, kinds, limit });
  const standing = stored.some(({ kind }) => STATUSES[kind])
    ? await findStanding(tx, { user_id: user.id, isSubscribed: isSubscriptionActive(user, now) }, deps)
    : [];
  const meant = stored.flatMap((one) => campaignOf(one as Told) ?? []);
  const campaigns = await findCampaigns(tx, { user_id: user.id, ids: meant });
  const later = new Set<string>();
  return stored.map(({ args, is_over, ...one }) => {
    const told = { kind: one.kind, args } as Told;
    const campaign_id = campaignOf(told);
    const status = STATUSES[one.kind];
    const key = `${one.kind} ${status ? campaign_id : profileOf(told)}`;
    const campaign = later.has(key)
      ? undefined
      : standing.find((found) => found.campaign_id === campaign_id && found.status === status);
    const isOver = status === undefined ? is_over || later.has(key) : campaign === undefined;
    if (status || profileOf(told)) later.add(key);
    return {
      ...one,
      ...describe(told, user.time_zone),
      is_over: isOver,
      campaign_id: campaign_id !== null && campaigns.has(campaign_id) ? campaign_id : null,
      ticket_id: 'ticket_id' in args ? args.ticket_id : null,
      standing: campaign ?? null,
    };
  });
}

const profileOf = ({ args }: Told) => ('profile_id' in args ? args.profile_id : undefined);

/** The one campaign that it is about. */
function campaignOf({ args }: Told): number | null {
  if ('campaign_id' in args) return args.campaign_id;
  const [only, ...others] = 'campaigns' in args ? args.campaigns : [];
  return only && others.length === 0 ? only.campaign_id : null;
}

/** Which of these notifications are over. */
export async function findOver(
  tx: Tx,
  { user, ids }: { user: Reader; ids: number[] },
  deps: Pick<Deps, 'clock' | 'config'>,
): Promise<Set<number>> {
  const shown = await findShown(tx, { user, kinds: [...NOTIFICATION_KINDS], limit: KEPT }, deps);
  return new Set(shown.flatMap(({ id, is_over }) => (is_over && ids.includes(id) ? [id] : [])));
}
