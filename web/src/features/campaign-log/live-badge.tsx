import type { LogData } from './api.ts';
import css from './campaign-log.module.css';

/** LIVE while any campaign runs. */
export function LiveBadge({ campaigns }: { campaigns: LogData['campaigns'] }) {
  if (!campaigns.some(({ status }) => status === 'running')) return null;
  return (
    <span className={css.live}>
      <span className={css.dot} data-status="running" />
      LIVE
    </span>
  );
}
