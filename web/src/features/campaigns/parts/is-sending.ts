import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { useConnection } from '../../../api/realtime.ts';

/** Whether a campaign sends as far as this page knows: it runs, waits for nothing, and the server can be heard. */
export function useIsSending(campaign: Pick<Campaign, 'status' | 'standstill'> | undefined): boolean {
  const isLost = useConnection().state === 'lost';
  return campaign?.status === 'running' && campaign.standstill === null && !isLost;
}
