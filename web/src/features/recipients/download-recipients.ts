import type { List } from '@pigeonpost/contract/calls/lists';
import { call } from '../../api/client.ts';
import { download, fileName } from '../../ui/form/save-file.ts';
import type { useShownRecipients } from './use-list-filter.ts';

/** Downloads the shown recipients of a list, all pages, with their fields and tags. */
export function downloadRecipients(
  { id, name }: Pick<List, 'id' | 'name'>,
  shown: ReturnType<typeof useShownRecipients>,
): Promise<void> {
  return download(`recipients ${id}`, {
    fetch: () => call('GET /api/lists/{id}/recipients/export', { params: { id }, query: shown }),
    name: `${fileName(name)}.csv`,
    words: { loading: 'Exporting…', done: 'Exported.', failure: 'Failed to export these people' },
  });
}
