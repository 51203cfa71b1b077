import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import type { Settings } from '@pigeonpost/contract/calls/settings';
import { pendingOf } from '@pigeonpost/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useConnection } from '../../api/realtime.ts';
import { useNow } from '../../clock.ts';
import { formatNoun } from '../../format/format-number.ts';
import { formatDuration } from '../../format/format-time.ts';
import { paths } from '../../paths.ts';
import { DateTime, Due } from '../../ui/layout/time.tsx';
import { settingsQuery } from '../settings/api.ts';
import { campaignPlanQuery } from './api.ts';
import css from './campaign-page.module.css';
import { endWords } from './forecast-words.ts';
import { secondsFor } from './pace.ts';
import { countEligible, countSending } from './parts/campaign-state.ts';

type ForecastProps = { campaign: CampaignDetails; profiles: ProfilePerformance[] | undefined };

/**
 * 'Next message in 4:12 from fjordandclay.studio. About 1 d 1 h left at this pace.' While it stands still it shows the
 * last message and the number waiting, without a forecast.
 */
export function Forecast({ campaign, profiles = [] }: ForecastProps) {
  const { status, started_at, completed_at, standstill, profiles_able } = campaign;
  const isLost = useConnection().state === 'lost';
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
  // Data from before the connection was lost may be out of date.
  if (isLost && status === 'running') {
    return (
      <div className={css.forecast}>
        <p>No connection: time of the next message unknown</p>
        <p className={css.quiet}>{formatWaiting(campaign)}</p>
      </div>
    );
  }
  const isStill = status === 'running' ? standstill !== null : profiles_able === 0;
  return isStill || (standstill !== null && standstill.kind !== 'by_you') ? (
    <LastMessage campaign={campaign} />
  ) : (
    <Ahead campaign={campaign} profiles={profiles} />
  );
}

function LastMessage({ campaign }: { campaign: CampaignDetails }) {
  const { last_sent } = campaign;
  return (
    <div className={css.forecast}>
      <p>
        {last_sent ? (
          <>
            Last message{' '}
            <b>
              <DateTime iso={last_sent.at} />
            </b>{' '}
            <From name={last_sent.profile_name} />
          </>
        ) : (
          'Nothing sent yet'
        )}
      </p>
      <p className={css.quiet}>{formatWaiting(campaign)}</p>
    </div>
  );
}

function formatWaiting(campaign: CampaignDetails): string {
  const count = pendingOf(campaign);
  return count === 0 ? 'Nobody is left to write to' : formatNoun(count, 'person waits', 'people wait');
}

/** The next message, and the remaining time. */
function Ahead({ campaign, profiles }: { campaign: CampaignDetails; profiles: ProfilePerformance[] }) {
  const settings = useQuery(settingsQuery).data?.settings;
  const { status } = campaign;
  const messages = pendingOf(campaign);
  if (status === 'pending' && messages === 0) {
    return (
      <div className={css.forecast}>
        <p>Nobody in this list is left to write to</p>
      </div>
    );
  }
  const count = status === 'running' ? countSending(profiles) : countEligible(profiles);
  const isBound = settings !== undefined && isLimited(campaign, settings);
  const seconds = settings && !isBound ? secondsFor({ messages, profiles: count, settings }) : undefined;
  return (
    <div className={css.forecast}>
      <p>{status === 'running' ? <NextMessage campaign={campaign} /> : restWords(campaign)}</p>
      <p className={css.quiet}>
        {seconds ? `${formatPace(status, formatDuration(seconds))} · ` : null}
        {isBound ? <PlannedEnd id={campaign.id} /> : null}
        <Link className="link" to={paths.campaignPlan} params={{ id: campaign.id }}>
          See the plan
        </Link>
      </p>
    </div>
  );
}

/** 'Ends Mon 28-09 about 11:00, ± 1 h · ': pauses alone say little there, the plan counts all. */
function PlannedEnd({ id }: { id: number }) {
  const { data: plan } = useQuery(campaignPlanQuery(id));
  if (!plan || plan.will === 0) return null;
  const { forecast, inputs } = plan;
  const end = endWords(forecast, { nowMs: Date.parse(plan.as_of), notAfter: inputs.not_after });
  if (!end) return null;
  const range = end.range ? `, ${end.range}` : '';
  return `${forecast.ends_at === null ? '' : 'Ends '}${end.moment}${range} · `;
}

/** Whether hours, caps, or whose people they are decide when it ends. */
function isLimited(campaign: CampaignDetails, settings: Settings): boolean {
  const { hours, quiet_dates, profile_cap_hour, profile_cap_day, cap_day } = settings;
  const limits = [hours, profile_cap_hour, profile_cap_day, cap_day, campaign.hours, campaign.cap_day];
  if (campaign.nth_follow_up) return true;
  return quiet_dates.length > 0 || campaign.not_after !== null || limits.some((limit) => limit !== null);
}

function restWords({ status, stage, start_at }: CampaignDetails): ReactNode {
  if (status === 'paused') return 'Continues when you press Start';
  if (stage === 'overdue') return 'Starts when you press Start now';
  if (stage !== 'scheduled') return 'Starts when you press Start';
  return (
    <>
      Starts <DateTime iso={start_at} />
    </>
  );
}

function formatPace(status: CampaignDetails['status'], length: string): string {
  if (status === 'running') return `About ${length} left at this pace`;
  return status === 'paused' ? `About ${length} left` : `Will take about ${length}`;
}

function NextMessage({ campaign }: { campaign: CampaignDetails }) {
  const { next_profile_name, countdown_until } = campaign;
  // At once after Start only the countdown is known.
  const next_send_at = campaign.next_send_at ?? countdown_until;
  const nowMs = useNow();
  if (!next_send_at) return 'Sending now';
  const from = next_profile_name ? <From name={next_profile_name} /> : null;
  if (Date.parse(next_send_at) <= nowMs) return <>Next message now {from}</>;
  return (
    <>
      Next message{' '}
      <b>
        <Due at={next_send_at} />
      </b>{' '}
      {from}
    </>
  );
}

function From({ name }: { name: string }) {
  return (
    <span className={css.quiet}>
      from <bdi>{name}</bdi>
    </span>
  );
}
