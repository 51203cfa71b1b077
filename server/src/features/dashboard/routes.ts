import { ENDS_SOON_DAYS, isSubscriptionActive } from '@pigeonpost/contract/account/subscription';
import type { dashboardCalls, NeedsYou } from '@pigeonpost/contract/calls/dashboard';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/handler.ts';
import { findNeeds } from './needs-you-queries.ts';
import { getOverview } from './overview-queries.ts';
import { findStanding } from './standing.ts';
import { findSince, noteVisit } from './visit-queries.ts';

const STANDING_SHOWN = 5;
const DAY_MS = 86_400_000;

/** The dashboard's parts besides its figures (docs/behaviour.md#needs-you). */
export function dashboardRoutes(deps: Deps): Routes<typeof dashboardCalls> {
  const { clock } = deps;
  return {
    'GET /api/dashboard/needs-you': {
      async writes({ tx, caller, query }) {
        const { user } = caller;
        const now = clock.now();
        if (query.here === '1') await noteVisit(tx, user.id, now);
        const isSubscribed = isSubscriptionActive(user, now);
        const standing = await findStanding(tx, { user_id: user.id, isSubscribed }, deps);
        const shown = standing.slice(0, STANDING_SHOWN);
        return {
          standing: shown.map(({ profile_ids: _told, ...campaign }) => campaign),
          standing_count: standing.length,
          ...(await findNeeds(
            tx,
            { user_id: user.id, told: shown.flatMap(({ profile_ids }) => profile_ids) },
            now,
          )),
          subscription_end_date: endsSoon(user, now),
          since: await findSince(tx, user.id),
        };
      },
    },

    'GET /api/dashboard/overview': async ({ tx }) => getOverview(tx, deps),
  };
}

/** After the end, the notice at the top says so. */
function endsSoon(
  user: Parameters<typeof isSubscriptionActive>[0],
  now: Date,
): NeedsYou['subscription_end_date'] {
  const end = user.subscription_end_date;
  if (user.role === 'admin' || end === null || !isSubscriptionActive(user, now)) return null;
  return Date.parse(end) <= now.getTime() + ENDS_SOON_DAYS * DAY_MS ? end : null;
}
