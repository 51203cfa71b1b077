import { useNow } from '../../clock.ts';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { formatCountdown } from '../../format/format-time.ts';
import { Card } from '../../ui/layout/card.tsx';
import { StatRow } from '../../ui/layout/stat-row.tsx';
import { type CheckRow, figuresOf } from './check-rows.ts';
import css from './unread-checker.module.css';

type CheckSummaryProps = {
  rows: CheckRow[];
  /** Since when it runs; undefined once it has ended. */
  since?: string | undefined;
  isRunning: boolean;
};

/** The figures of a check; while it runs under a bar with a segment for each profile, and of so far. */
export function CheckSummary({ rows, since, isRunning }: CheckSummaryProps) {
  const { checked, all, unread, withUnread, successful, errors } = figuresOf(rows);
  const current = rows.find(({ state }) => state === 'checking')?.profile_name;
  const inProfiles = `in ${formatNoun(withUnread, 'profile')}`;
  return (
    <Card flush className={css.summary}>
      {isRunning ? <LongCheck rows={rows} since={since} /> : null}
      <StatRow
        stats={[
          {
            label: 'Profiles Checked',
            value: isRunning ? `${formatCount(checked)} of ${formatCount(all)}` : formatCount(checked),
            note: isRunning && current ? <bdi>Now {current}</bdi> : undefined,
          },
          {
            label: 'Total Unread',
            value: formatCount(unread),
            note: isRunning ? `so far, ${inProfiles}` : inProfiles,
          },
          {
            label: 'Successful Checks',
            value: formatCount(successful),
            note: errors > 0 ? `${formatCount(errors)} with an error` : 'No errors',
          },
        ]}
      />
    </Card>
  );
}

function LongCheck({ rows, since }: { rows: CheckRow[]; since: string | undefined }) {
  const { checked, all, errors } = figuresOf(rows);
  const words = `${formatCount(checked)} of ${formatNoun(all, 'profile')} checked, ${formatCount(errors)} with an error`;
  return (
    <div className={css.long}>
      <div className={css.longHead}>
        <p role="status">
          <b>Checking unread messages across all profiles...</b>{' '}
          <span className={css.dimmed}>This may take a few minutes</span>
        </p>
        {since ? <Elapsed since={since} /> : null}
      </div>
      <div className={css.bar} role="img" aria-label={words}>
        {rows.map(({ profile_path, state }) => (
          <span key={profile_path} data-state={state} />
        ))}
      </div>
    </div>
  );
}

function Elapsed({ since }: { since: string }) {
  const nowMs = useNow();
  return (
    <span className={css.dimmed} role="timer">
      {formatCountdown((nowMs - Date.parse(since)) / 1000)}
    </span>
  );
}
