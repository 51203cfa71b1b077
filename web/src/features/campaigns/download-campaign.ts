import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { PeopleFilter } from '@pigeonpost/contract/campaigns';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { campaignQuery } from '../../campaign-state/campaign-queries.ts';
import { download, fileName } from '../../ui/form/save-file.ts';

type Named = Pick<Campaign, 'id' | 'name'>;

/** Downloads a campaign's log as a spreadsheet with the campaign's name; one at a time for a campaign. */
export function downloadLogs({ id, name }: Named): Promise<void> {
  return download(`logs ${id}`, {
    fetch: () => call('GET /api/campaigns/{id}/logs/export', { params: { id } }),
    name: `${fileName(name)}.xlsx`,
    words: {
      loading: 'Exporting the logs…',
      done: 'Logs exported.',
      failure: 'Failed to export campaign logs',
    },
  });
}

/** Downloads the shown people of a campaign, all pages, as text for spreadsheets. */
export function downloadPeople(
  id: number,
  { state, search, kind }: { state: PeopleFilter; search: string; kind: string },
): Promise<void> {
  return download(`people ${id}`, {
    fetch: () =>
      call('GET /api/campaigns/{id}/recipients/export', { params: { id }, query: { state, search } }),
    name: queryClient
      .ensureQueryData(campaignQuery(id))
      .then(({ name }) => `${fileName(name)} ${kind.toLowerCase()}.csv`),
    words: { loading: 'Exporting…', done: 'Exported.', failure: 'Failed to export these people' },
  });
}
