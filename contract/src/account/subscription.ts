export const ROLES = ['user', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const PACKS = ['starter', 'pro'] as const;
export type Pack = (typeof PACKS)[number];

/** The status of an account, as administrators see it. */
export const USER_STATUSES = ['active', 'expired'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** Filters of the accounts for administrators: a subscription that ends soon, an open password request. */
export const USER_VIEWS = ['ending', 'reset_requested'] as const;
export type UserView = (typeof USER_VIEWS)[number];

/** A subscription ends soon if it ends within this many days. */
export const ENDING_DAYS = 14;

export const USER_SORTS = [
  'created_asc',
  'name_asc',
  'name_desc',
  'end_asc',
  'end_desc',
  'last_login_asc',
  'last_login_desc',
] as const;
export type UserSort = (typeof USER_SORTS)[number];

interface Plan {
  name: string;
  /** null is unlimited. */
  maxProfiles: number | null;
  price: string;
  /** The users that the pack suits, in one line. */
  description: string;
  features: readonly string[];
}

/** The content of each pack; only the number of profiles is enforced (docs/behaviour.md#plans). */
export const PLANS: Record<Pack, Plan> = {
  starter: {
    name: 'Starter',
    maxProfiles: 10,
    price: 'Free',
    description: 'For one person and a handful of profiles',
    features: [
      'Up to 10 Instagram profiles',
      'Basic campaign management',
      'Message templates',
      'Recipient management',
    ],
  },
  pro: {
    name: 'Pro',
    maxProfiles: null,
    price: '$29/month',
    description: 'For teams that run many profiles',
    features: [
      'Unlimited Instagram profiles',
      'Advanced campaign management',
      'Unlimited message templates',
      'Bulk recipient import',
      'Priority support',
      'Advanced analytics',
    ],
  },
};

/** The plan of a pack; an unknown pack counts as starter. */
export function planOf(pack: string): Plan {
  return pack === 'pro' ? PLANS.pro : PLANS.starter;
}

/** Whether a subscription is active at a moment: admins always, others until their end date. */
export function isSubscriptionActive(
  user: { role: Role; subscription_end_date: string | null },
  now: Date,
): boolean {
  if (user.role === 'admin') return true;
  return user.subscription_end_date !== null && new Date(user.subscription_end_date) > now;
}

/** The end of a subscription is announced this many days before. */
export const ENDS_SOON_DAYS = 14;

/**
 * The status of an account for administrators: active without an end date too, although it cannot send then. The date
 * of an administrator does not count (docs/behaviour.md#users).
 */
export function userStatus(
  user: { role: Role; is_active: boolean; subscription_end_date: string | null },
  now: Date,
): UserStatus {
  const { role, subscription_end_date: end } = user;
  const hasEnded = role !== 'admin' && end !== null && new Date(end) <= now;
  return user.is_active && !hasEnded ? 'active' : 'expired';
}
