import { useQueryClient } from '@tanstack/react-query';
import { useServerEvent } from '../../api/realtime.ts';
import { useRefetchSoon } from '../../api/refetch-soon.ts';
import { useWaitChanges } from '../../campaign-state/standstill.ts';
import { leaveStart } from '../../campaign-state/started.ts';
import { campaignKeys } from '../../query-keys.ts';
import { dropCampaign, patchCampaign, patchStatus } from './campaign-cache.ts';
import { campaignChangeKey } from './parts/change-campaign.ts';

const REFETCH_EVERY_MS = 1000;

/** Keeps the shown campaigns current: status and counters at once, the rest by fetching again. */
export function useLiveCampaigns(): void {
  const queries = useQueryClient();
  useServerEvent('campaign_update', ({ campaign_id, status }) => {
    // The events of one's own action report its steps; the screen already shows its result.
    if (queries.isMutating({ mutationKey: campaignChangeKey(campaign_id) }) > 0) return;
    if (status !== 'running') leaveStart(campaign_id);
    if (status === 'deleted') dropCampaign(campaign_id);
    else patchStatus(campaign_id, status);
    void queries.invalidateQueries({ queryKey: campaignKeys.all });
  });
  useServerEvent('campaign_progress_update', ({ campaignId, ...counters }) =>
    patchCampaign(campaignId, counters),
  );
  useWaitChanges(() => queries.invalidateQueries({ queryKey: campaignKeys.pages }));
}

/** The same for one campaign's page: data that its events lack (next message, profiles) is fetched again. */
export function useLiveCampaign(id: number): void {
  useLiveCampaigns();
  const queries = useQueryClient();
  const { soon } = useRefetchSoon([campaignKeys.one(id), campaignKeys.performance(id)], {
    everyMs: REFETCH_EVERY_MS,
    // An answer between the steps of one's own action would roll back its shown result; its end fetches by itself.
    isOff: () => queries.isMutating({ mutationKey: campaignChangeKey(id) }) > 0,
  });
  useServerEvent('campaign_progress_update', ({ campaignId }) => {
    if (campaignId === id) soon();
  });
  useServerEvent('campaign_log', ({ campaign_id }) => {
    if (campaign_id === id) soon();
  });
  useWaitChanges(soon);
}
