import { isDeepStrictEqual } from 'node:util';
import { PRACTICE_ONLY, SITE_HELD } from '@pigeonpost/contract/account/site';
import type { siteCalls } from '@pigeonpost/contract/calls/site';
import { nameRules } from '@pigeonpost/contract/names/name-form';
import { lockUser } from '../../database/locks.ts';
import { getNameRules } from '../../database/sql/name-rules.ts';
import type { Deps } from '../../deps.ts';
import { announceCampaigns } from '../../engine/announce-campaigns.ts';
import { followSite } from '../../engine/follow-site.ts';
import { badRequest, conflict } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { getSite, isSending, updateSite } from './queries.ts';

/** The site that an account writes to (docs/behaviour.md#site). */
export function siteRoutes(deps: Deps): Routes<typeof siteCalls> {
  const { config, nudges } = deps;
  const is_practice = config.practiceUrl !== undefined;
  return {
    'GET /api/site': async ({ tx, caller }) => ({ site: await getSite(tx, caller.user.id), is_practice }),

    'PUT /api/site': async ({ tx, afterCommit, caller, body: { site } }) => {
      const user_id = caller.user.id;
      if (is_practice && site && site.kind !== 'practice') throw badRequest(PRACTICE_ONLY);
      // No campaign may start between the look and the change.
      await lockUser(tx, user_id);
      const before = await getSite(tx, user_id);
      if (isDeepStrictEqual(site, before)) return { site, is_practice };
      if (await isSending(tx, user_id)) throw conflict(SITE_HELD);
      const { kind, domain: from } = await getNameRules(tx, user_id);
      await followSite(tx, { user_id, from, to: nameRules(kind, site).domain });
      await updateSite(tx, user_id, site);
      // The waiting calls of the agents end, and each is asked to take it.
      nudges.nudge({ tx, afterCommit }, user_id);
      await announceCampaigns({ tx, afterCommit, deps }, { user_id });
      return { site, is_practice };
    },
  };
}
