import type { Overview } from '@pigeonpost/contract/calls/dashboard';
import { formatCount } from '../../format/format-number.ts';
import { Card } from '../../ui/layout/card.tsx';
import { RelativeTime } from '../../ui/layout/time.tsx';
import { ProgressBar } from '../campaigns/parts/progress-bar.tsx';
import { StatusBadge } from '../campaigns/parts/status-badge.tsx';
import css from './overview.module.css';

/** The running campaigns of everybody, those that stand still first. */
export function RunningCampaigns({ running }: { running: Overview['running'] }) {
  const hidden = running.total - running.campaigns.length;
  return (
    <Card
      flush
      title="Campaigns that run"
      note={running.total > 0 ? 'Those that stand still first' : undefined}
      aside={hidden > 0 ? <span className={css.all}>{`${formatCount(hidden)} more`}</span> : null}
    >
      {running.campaigns.length === 0 ? <p className={css.none}>No campaign runs.</p> : null}
      <ul>
        {running.campaigns.map(
          ({
            id,
            name,
            username,
            waiting_reason,
            standstill,
            total_list,
            total_sent,
            total_failed,
            last_action_at,
          }) => (
            <li key={id} className={css.running}>
              <div className={css.words}>
                <p className={css.name} dir="auto">
                  {name}
                </p>
                <p className={css.note}>{username}</p>
              </div>
              <div className={css.state}>
                <StatusBadge status="running" standstill={standstill} />
                {waiting_reason ? <p className={css.note}>{waiting_reason}</p> : null}
              </div>
              <div className={css.words}>
                <ProgressBar
                  total={total_list}
                  sent={total_sent}
                  failed={total_failed}
                  running={standstill === null}
                />
                <p className={css.note}>
                  <b>{formatCount(total_sent)}</b> {`sent of ${formatCount(total_list)}`}
                </p>
              </div>
              <span className={css.last}>
                <RelativeTime iso={last_action_at} none="Nothing sent yet" />
              </span>
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}
