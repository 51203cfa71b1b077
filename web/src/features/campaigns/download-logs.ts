import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { call } from '../../api/client.ts';
import { failureOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { saveFile } from '../../ui/form/save-file.ts';

const underWay = new Set<number>();

/** Downloads a campaign's log as a spreadsheet of the campaign's name; one at a time for a campaign. */
export async function downloadLogs({ id, name }: Pick<Campaign, 'id' | 'name'>): Promise<void> {
  if (underWay.has(id)) return;
  underWay.add(id);
  const progress = toast.loading('Exporting the logs…');
  try {
    const file: Blob = await call('GET /api/campaigns/{id}/logs/export', { params: { id } });
    saveFile(file, `${name.replaceAll(/[\\/:*?"<>|]/g, '-')}.xlsx`);
    progress.success('Logs exported.');
  } catch (error) {
    const { text, reason } = failureOf(error, 'Failed to export campaign logs');
    progress.error(text, reason);
  }
  underWay.delete(id);
}
