import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { PeopleFilter } from '@pigeonpost/contract/campaigns';
import { call } from '../../api/client.ts';
import { failureOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { saveFile } from '../../ui/form/save-file.ts';

type Named = Pick<Campaign, 'id' | 'name'>;

type Download = {
  fetch: () => Promise<Blob>;
  /** The name of the file. */
  name: string;
  words: { loading: string; done: string; failure: string };
};

const underWay = new Set<string>();

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
  { id, name }: Named,
  { state, search, kind }: { state: PeopleFilter; search: string; kind: string },
): Promise<void> {
  return download(`people ${id}`, {
    fetch: () =>
      call('GET /api/campaigns/{id}/recipients/export', { params: { id }, query: { state, search } }),
    name: `${fileName(name)} ${kind.toLowerCase()}.csv`,
    words: { loading: 'Exporting…', done: 'Exported.', failure: 'Failed to export these people' },
  });
}

async function download(key: string, { fetch, name, words }: Download): Promise<void> {
  if (underWay.has(key)) return;
  underWay.add(key);
  const progress = toast.loading(words.loading);
  try {
    saveFile(await fetch(), name);
    progress.success(words.done);
  } catch (error) {
    const { text, reason } = failureOf(error, words.failure);
    progress.error(text, reason);
  }
  underWay.delete(key);
}

const fileName = (name: string) => name.replaceAll(/[\\/:*?"<>|]/g, '-');
