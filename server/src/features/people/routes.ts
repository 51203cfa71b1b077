import type { peopleCalls } from '@pigeonpost/contract/calls/people';
import { normalizeRecipient } from '@pigeonpost/contract/recipients';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice, paginationOf } from '../../http/paging.ts';
import { findStandstills } from '../campaigns/standstill.ts';
import { getPersonMarks, listPersonCampaigns, listPersonLists } from './queries.ts';

/** A user's people, by name and across lists (docs/behaviour.md#a-person). */
export function peopleRoutes(deps: Pick<Deps, 'clock' | 'config'>): Routes<typeof peopleCalls> {
  return {
    'GET /api/people/{name}': async ({ tx, caller, params, query }) => {
      const key = { user_id: caller.user.id, name: normalizeRecipient(params.name) };
      const slice = pageSlice(query);
      const places = await listPersonLists(tx, key);
      const marks = await getPersonMarks(tx, { ...key, now: deps.clock.now() });
      const { campaigns, total, messages_sent } = await listPersonCampaigns(tx, { ...key, slice });
      const isKnown = places.list_count + total > 0 || marks.do_not_contact || marks.last_messaged_at;
      if (!isKnown) throw notFound('No person with this name.');
      const inLine = campaigns
        .filter(({ state }) => state === 'pending')
        .map(({ campaign_id: id, campaign_status: status }) => ({ id, status }));
      const standstills = await findStandstills(tx, { user_id: key.user_id, campaigns: inLine }, deps);
      return {
        person: { name: key.name, ...places, ...marks, messages_sent },
        campaigns: campaigns.map((one) => ({ ...one, standstill: standstills.get(one.campaign_id) ?? null })),
        pagination: paginationOf(slice, total),
      };
    },
  };
}
