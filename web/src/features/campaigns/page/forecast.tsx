import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import { pendingOf } from '@pigeonpost/contract/campaigns';
import { isWaitingForTime } from '@pigeonpost/contract/campaigns/standstills';
import { Link } from '@tanstack/react-router';
import { useConnection } from '../../../api/realtime.ts';
import { tookWords } from '../../../campaign-state/campaign-state.ts';
import { useNow } from '../../../clock.ts';
import { formatNoun } from '../../../format/format-number.ts';
import { paths } from '../../../paths.ts';
import { DateTime, Due } from '../../../ui/layout/time.tsx';
import { endLine } from '../plan/forecast-words.ts';
import css from './campaign-page.module.css';
import { NextPeopleToggle, type NextToggle } from './next-people.tsx';

const A_MINUTE = 60;

type ForecastProps = { campaign: CampaignDetails; next: NextToggle };

/**
 * 'Next message in 4:12 from fjordandclay.studio. Ends Mon 28-09 about 11:00, ± 1 h.' While it stands still it shows the
 * last message and the number waiting, and its end where time alone holds it.
 */
export function Forecast({ campaign, next }: ForecastProps) {
  const { status, completed_at, standstill, profiles_able } = campaign;
  const isLost = useConnection().state === 'lost';
  if (status === 'completed' || status === 'failed') {
    const took = tookWords(campaign);
    return (
      <div className={css.forecast}>
        <p>
          Ended <DateTime iso={completed_at} />
        </p>
        {took === undefined ? null : <p className={css.quiet}>After {took}</p>}
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
    <LastMessage campaign={campaign} next={next} />
  ) : (
    <Ahead campaign={campaign} next={next} />
  );
}

function LastMessage({ campaign, next }: ForecastProps) {
  const { last_sent, standstill } = campaign;
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
      {standstill && isWaitingForTime(standstill.kind) ? (
        <EndLine campaign={campaign} next={next} lead={formatWaiting(campaign)} />
      ) : (
        <p className={css.quiet}>
          {formatWaiting(campaign)}
          {campaign.status === 'running' ? (
            <>
              {' '}
              · <NextPeopleToggle {...next} />
            </>
          ) : null}
        </p>
      )}
    </div>
  );
}

function formatWaiting(campaign: CampaignDetails): string {
  const count = pendingOf(campaign);
  return count === 0 ? 'Nobody is left to write to' : formatNoun(count, 'person waits', 'people wait');
}

/** The next message, and when it ends. */
function Ahead({ campaign, next }: ForecastProps) {
  return (
    <div className={css.forecast}>
      <p>
        {campaign.status === 'running' ? (
          <NextMessage campaign={campaign} />
        ) : (
          'Continues when you press Start'
        )}
      </p>
      <EndLine campaign={campaign} next={next} />
    </div>
  );
}

/** When it ends, and the ways to whom it writes to. */
function EndLine({ campaign, next, lead }: ForecastProps & { lead?: string }) {
  const { id, status, end, not_after } = campaign;
  const nowMs = useNow(A_MINUTE);
  const line = end && endLine(end, { nowMs, notAfter: not_after });
  return (
    <p className={css.quiet}>
      {lead ? `${lead} · ` : null}
      {line ? `${line} · ` : null}
      {status === 'running' ? (
        <>
          <NextPeopleToggle {...next} /> ·{' '}
        </>
      ) : null}
      <Link className="link" to={paths.campaignPlan} params={{ id }}>
        See the plan
      </Link>
    </p>
  );
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
