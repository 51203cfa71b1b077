import { SEARCH_RESULTS, type searchCalls } from '@pigeonpost/contract/calls/search';
import { DEFAULT_CAMPAIGN_SORT } from '@pigeonpost/contract/campaigns';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice } from '../../http/paging.ts';
import { listCampaigns } from '../campaigns/list-queries.ts';
import { describeCampaign, readRunning } from '../campaigns/standstill/standstill.ts';
import { listLists } from '../lists/queries.ts';
import { findPeople } from '../people/search-queries.ts';
import { listProfiles } from '../profiles/queries.ts';
import { searchedName } from '../recipients/name.ts';
import { listTickets } from '../support/list-queries.ts';
import { listTemplates } from '../templates/queries.ts';
import { listUsers } from '../users/list-queries.ts';

const slice = pageSlice({ page: 1, limit: SEARCH_RESULTS });

/** The palette's search by name (docs/behaviour.md#search). */
export function searchRoutes(deps: Deps): Routes<typeof searchCalls> {
  return {
    'GET /api/search': {
      async acrossUsersForAdmins({ tx, caller, query: { search } }) {
        const { id: user_id, role } = caller.user;
        const now = deps.clock.now();
        const isAdmin = role === 'admin';
        const filter = { user_id, search, slice };
        const beginning = await searchedName(tx, user_id, search);
        const people =
          beginning === '' ? [] : await findPeople(tx, { user_id, beginning, limit: SEARCH_RESULTS, now });
        const running = await readRunning(tx, { user_id }, deps);
        const { rows } = await listCampaigns(tx, {
          ...filter,
          status: undefined,
          range: {},
          waiting_ids: [],
          sort_by: DEFAULT_CAMPAIGN_SORT,
          now,
        });
        const { lists } = await listLists(tx, filter);
        const { templates } = await listTemplates(tx, filter);
        const { profiles } = await listProfiles(tx, { ...filter, now });
        const owner = isAdmin ? undefined : user_id;
        const { tickets } = await listTickets(tx, { owner, filter: { search }, slice });
        const { users } = isAdmin ? await listUsers(tx, { filter: { search }, slice, now }) : { users: [] };
        const campaigns = rows.map((row) => describeCampaign(row, running));
        return { people, campaigns, lists, templates, profiles, tickets, users };
      },
    },
  };
}
