import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { useRef } from 'react';
import { useConnection, useServerEvent } from '../api/realtime.ts';

/**
 * Calls back when the wait of a running campaign may have changed: a machine came, went or reported other windows, or
 * the log says that sending stopped, or goes on after that (docs/behaviour.md#standstills).
 */
export function useWaitChanges(onChange: () => void): void {
  const stopped = useRef(new Map<number, boolean>());
  useServerEvent('agent_update', onChange);
  useServerEvent('campaign_log', ({ campaign_id, action, reason_kind }) => {
    const stops = action === 'profile_blocked' || reason_kind === 'site_away';
    // The state before the first line of this page is unknown.
    if (stops || stopped.current.get(campaign_id) !== false) onChange();
    stopped.current.set(campaign_id, stops);
  });
}

/** Whether a campaign sends, as far as this page knows: it runs, waits for nothing, and the connection is up. */
export function useIsSending(campaign: Pick<Campaign, 'status' | 'standstill'> | undefined): boolean {
  const isLost = useConnection().state === 'lost';
  return campaign?.status === 'running' && campaign.standstill === null && !isLost;
}
