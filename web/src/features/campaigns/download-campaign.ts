import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { PeopleFilter } from '@pigeonpost/contract/campaigns';
import { call } from '../../api/client.ts';
import { download } from '../../ui/form/download.ts';

type Named = Pick<Campaign, 'id' | 'name'>;

/** Downloads a campaign's log as a spreadsheet with the campaign's name. */
export function downloadLogs({ id, name }: Named): Promise<void> {
  return download(`logs ${id}`, {
    fetch: () => call('GET /api/campaigns/{id}/logs/export', { params: { id } }),
    name: `${name}.xlsx`,
    words: {
      loading: 'Exporting the logs…',
      done: 'Logs exported.',
      failure: 'Failed to export campaign logs',
    },
  });
}

/** Downloads the shown people of a campaign, all pages, as text for spreadsheets. */
export function downloadPeople(
  { id, name }: Named,
  { state, search, kind }: { state: PeopleFilter; search: string; kind: string },
): Promise<void> {
  return download(`people ${id}`, {
    fetch: () =>
      call('GET /api/campaigns/{id}/recipients/export', { params: { id }, query: { state, search } }),
    name: `${name} ${kind.toLowerCase()}.csv`,
    words: { loading: 'Exporting…', done: 'Exported.', failure: 'Failed to export these people' },
  });
}
