import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { pendingOf } from '@pigeonpost/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { useConnection } from '../../api/realtime.ts';
import { useNow } from '../../clock.ts';
import { formatDuration } from '../../format/format-time.ts';
import { Countdown, DateTime } from '../../ui/layout/time.tsx';
import { useIsFrozen } from '../freeze/api.ts';
import { settingsQuery } from '../settings/api.ts';
import css from './campaign-page.module.css';
import { countEligible, countSending } from './eligible-profiles.ts';
import { secondsFor } from './pace.ts';

type ForecastProps = { campaign: CampaignDetails; profiles: ProfilePerformance[] | undefined };

/** 'Next message in 4:12 from fjordandclay.studio. About 1 d 1 h left at this pace.' */
export function Forecast({ campaign, profiles = [] }: ForecastProps) {
  const settings = useQuery(settingsQuery).data?.settings;
  const { status, started_at, completed_at } = campaign;
  if (status === 'completed' || status === 'failed') {
    const took = started_at && completed_at ? Date.parse(completed_at) - Date.parse(started_at) : undefined;
    return (
      <div className={css.forecast}>
        <p>
          Ended <DateTime iso={completed_at} />
        </p>
        {took === undefined ? null : <p className={css.quiet}>After {formatDuration(took / 1000)}</p>}
      </div>
    );
  }
  const messages = pendingOf(campaign);
  const count = status === 'running' ? countSending(profiles) : countEligible(profiles);
  const seconds = settings && secondsFor({ messages, profiles: count, settings });
  return (
    <div className={css.forecast}>
      <p>{status === 'running' ? <NextMessage campaign={campaign} /> : REST_WORDS[status]}</p>
      {seconds ? <p className={css.quiet}>{formatPace(status, formatDuration(seconds))}</p> : null}
    </div>
  );
}

const REST_WORDS = { pending: 'Starts when you press Start', paused: 'Continues when you press Start' };

function formatPace(status: CampaignDetails['status'], length: string): string {
  if (status === 'running') return `About ${length} left at this pace`;
  return status === 'paused' ? `About ${length} left` : `Will take about ${length}`;
}

function NextMessage({ campaign }: { campaign: CampaignDetails }) {
  const { next_send_at, next_profile_name, waiting_reason } = campaign;
  const nowMs = useNow();
  const isFrozen = useIsFrozen();
  // What was known before the connection went may have changed since.
  if (useConnection().state === 'lost') return 'When the next message goes is not known';
  if (waiting_reason || isFrozen) return 'Sending waits';
  if (!next_send_at) return 'Sending now';
  const from = next_profile_name ? (
    <span className={css.quiet}>
      from <bdi>{next_profile_name}</bdi>
    </span>
  ) : null;
  if (Date.parse(next_send_at) <= nowMs) return <>Next message now {from}</>;
  return (
    <>
      Next message in{' '}
      <b>
        <Countdown until={next_send_at} />
      </b>{' '}
      {from}
    </>
  );
}
