import type { Standstill } from '@pigeonpost/contract/calls/campaigns';

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
