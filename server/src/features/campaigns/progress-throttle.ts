import type { ServerEvents } from '@pigeonpost/contract/realtime';
import type { Clock } from '../../clock.ts';
import type { Publisher } from '../../realtime.ts';

/** At most four a second for each campaign (docs/behaviour.md#realtime). */
const PAUSE_MS = 250;

type Progress = Parameters<ServerEvents['campaign_progress_update']>[0];

/**
 * A publisher that delays only a campaign's counters: the first are sent at once, then the newest every quarter of a
 * second, so that the last ones are always sent.
 */
export function throttleProgress({ publish, clock }: { publish: Publisher; clock: Clock }): Publisher {
  // The newest delayed counters of each campaign within its quarter of a second.
  const resting = new Map<number, { user_id: number; newest?: Progress }>();

  function tell(user_id: number, progress: Progress): void {
    publish(user_id, 'campaign_progress_update', progress);
    const rest: { user_id: number; newest?: Progress } = { user_id };
    resting.set(progress.campaignId, rest);
    void clock.sleep(PAUSE_MS).then(() => {
      resting.delete(progress.campaignId);
      if (rest.newest) tell(user_id, rest.newest);
    });
  }

  return (user_id, event, ...payload) => {
    if (event !== 'campaign_progress_update') return publish(user_id, event, ...payload);
    const progress = payload[0] as Progress;
    const rest = resting.get(progress.campaignId);
    if (rest) rest.newest = progress;
    else tell(user_id, progress);
  };
}
