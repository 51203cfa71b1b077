import type { Campaign, Standstill } from '@pigeonpost/contract/calls/campaigns';
import { useConnection } from '../../../api/realtime.ts';

/** Whether a campaign is over: it never sends again. */
export function hasEnded({ status }: Pick<Campaign, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

/** Whether a campaign sends as far as this page knows: it runs, waits for nothing, and the server can be heard. */
export function useIsSending(campaign: Pick<Campaign, 'status' | 'standstill'> | undefined): boolean {
  const isLost = useConnection().state === 'lost';
  return campaign?.status === 'running' && campaign.standstill === null && !isLost;
}

const STATUSES: Record<string, string> = {
  pending: 'Pending',
  running: 'Running',
  paused: 'Paused',
  completed: 'Completed',
  failed: 'Failed',
};

/** 'Running · waits for studio 16’s window', 'Paused by you': a status and why the campaign stands still. */
export function statusWords(status: string, standstill?: Standstill | null): string {
  const words = STATUSES[status] ?? status;
  if (!standstill) return words;
  return `${words}${standstill.kind === 'by_you' ? ' ' : ' · '}${standstill.words}`;
}
