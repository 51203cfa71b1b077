import type { peopleCalls } from '@pigeonpost/contract/calls/people';
import { normalizeRecipient } from '@pigeonpost/contract/recipients';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../http/errors.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice, paginationOf } from '../../http/paging.ts';
import { getPersonMarks, listPersonCampaigns, listPersonLists } from './queries.ts';

/** Whom a user writes to, by name and across lists (docs/behaviour.md#a-person). */
export function peopleRoutes({ clock }: Pick<Deps, 'clock'>): Routes<typeof peopleCalls> {
  return {
    'GET /api/people/{name}': async ({ tx, caller, params, query }) => {
      const key = { user_id: caller.user.id, name: normalizeRecipient(params.name) };
      const slice = pageSlice(query);
      const places = await listPersonLists(tx, key);
      const marks = await getPersonMarks(tx, { ...key, now: clock.now() });
      const { campaigns, total, messages_sent } = await listPersonCampaigns(tx, { ...key, slice });
      const isKnown = places.list_count + total > 0 || marks.do_not_contact || marks.last_messaged_at;
      if (!isKnown) throw notFound('Nobody of this name here.');
      return {
        person: { name: key.name, ...places, ...marks, messages_sent },
        campaigns,
        pagination: paginationOf(slice, total),
      };
    },
  };
}
