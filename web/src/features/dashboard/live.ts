import { useQueryClient } from '@tanstack/react-query';
import { useServerEvent } from '../../api/realtime.ts';
import { useRefetchOnProgress } from '../../api/refetch-soon.ts';
import { useUser } from '../../api/session.ts';
import { useWaitChanges } from '../../campaign-state/standstill.ts';
import { now } from '../../clock.ts';
import { type DateRange, dayIn } from '../../date-range.ts';
import { campaignKeys, profileKeys } from '../../query-keys.ts';
import { type DashboardAnswer, needsYouQuery, overviewQuery } from './api.ts';
import { patchAnswer } from './patch-answer.ts';

/** Progress patches the counters in place; a changed status reloads figures and performance. */
export function useLiveDashboard(): void {
  const queries = useQueryClient();
  const timeZone = useUser()?.time_zone ?? 'UTC';
  // Data that an event lacks (older campaigns, the profile) is fetched again.
  useRefetchOnProgress(campaignKeys.dashboard);
  useRefetchOnProgress(profileKeys.performance);
  useRefetchOnProgress(needsYouQuery.queryKey);
  const askNeeds = () => queries.invalidateQueries({ queryKey: needsYouQuery.queryKey });
  useWaitChanges(() => {
    void askNeeds();
    void queries.invalidateQueries({ queryKey: campaignKeys.dashboard });
  });
  useServerEvent('ticket_update', () => {
    askNeeds();
    void queries.invalidateQueries({ queryKey: overviewQuery.queryKey });
  });
  useServerEvent('user_update', askNeeds);
  useServerEvent('campaign_progress_update', (event) => {
    const today = dayIn(timeZone, now());
    for (const [key, answer] of queries.getQueriesData<DashboardAnswer>({
      queryKey: campaignKeys.dashboard,
    })) {
      const range = key[2] as DateRange;
      const before = answer?.recentCampaigns?.find(({ id }) => id === event.campaignId);
      if (answer && before) queries.setQueryData(key, patchAnswer(answer, { event, before, range, today }));
    }
  });
}
