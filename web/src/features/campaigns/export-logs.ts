import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { call } from '../../api/client.ts';
import { errorText } from '../../ui/error-text.ts';
import { toast } from '../../ui/toast.ts';

/** Downloads a campaign's log as a spreadsheet of the campaign's name. */
export async function downloadLogs({ id, name }: Campaign): Promise<void> {
  try {
    const file: Blob = await call('GET /api/campaigns/{id}/logs/export', { params: { id } });
    saveAs(file, `${name.replaceAll(/[\\/:*?"<>|]/g, '-')}.xlsx`);
  } catch (error) {
    toast.error(errorText(error, 'Failed to export campaign logs'));
  }
}

function saveAs(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
