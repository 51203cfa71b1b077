import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { useConnection } from '../../api/realtime.ts';

/** Whether a campaign sends as far as this page knows: it runs, waits for nothing, and the server can be heard. */
export function useIsSending({ status, standstill }: Pick<Campaign, 'status' | 'standstill'>): boolean {
  const isLost = useConnection().state === 'lost';
  return status === 'running' && standstill === null && !isLost;
}
