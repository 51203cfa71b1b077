import { Loader } from '@mantine/core';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { IconAlertTriangle, IconExternalLink, IconMailFilled, IconMailOpened } from '@tabler/icons-react';
import { useNow } from '../../clock.ts';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { formatCountdown } from '../../format/format-time.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { StatRow } from '../../ui/layout/stat-row.tsx';
import { TruncatedPath } from '../../ui/layout/truncated-path.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import { type FolderHints, profileLabel } from '../profiles/parts/folder-hints.ts';
import { useOpenWindow } from '../profiles/parts/rest-actions.ts';
import { type CheckRow, figuresOf } from './check-rows.ts';
import css from './unread-checker.module.css';

type CheckSummaryProps = {
  rows: CheckRow[];
  /** When it started; undefined once it has ended. */
  since?: string | undefined;
  isRunning: boolean;
};

/** The figures of a check; while it runs under a bar with a segment for each profile, marked 'so far'. */
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

/** The data of a row besides its result. */
export type ResultContext = {
  /** Why a profile cannot be opened, by its path. */
  openOff: (path: string) => string | undefined;
  /** Open or close requests under way, by the profile's path. */
  requests: ReadonlyMap<string, ProfileRequest>;
  /** Hints that distinguish profiles of the same name. */
  hints: FolderHints;
};

/** The columns of the results; new ones only when the context changed. */
export function resultColumns(context: ResultContext): Column<CheckRow>[] {
  return [
    { head: 'Profile', cell: (row) => <Names row={row} /> },
    { head: 'Status', width: '34%', cell: (row) => <Status row={row} /> },
    { head: 'Unread', width: '80px', align: 'right', cell: (row) => <Count row={row} /> },
    { head: '', width: '136px', align: 'right', cell: (row) => <OpenButton row={row} context={context} /> },
  ];
}

/** A result on a phone. */
export function ResultCard({ row, context }: { row: CheckRow; context: ResultContext }) {
  return (
    <>
      <Names row={row} />
      <div className={`${css.cardFoot} spread`}>
        <Status row={row} />
        <OpenButton row={row} context={context} />
      </div>
    </>
  );
}

function Names({ row: { profile_name, profile_path, state } }: { row: CheckRow }) {
  return (
    <div className="shrink">
      <p
        className={`${css.name} one-line name`}
        title={profile_name}
        dir="auto"
        data-waiting={state === 'waiting'}
      >
        {profile_name}
      </p>
      <TruncatedPath path={profile_path} />
    </div>
  );
}

function Status({ row }: { row: CheckRow }) {
  if (row.state === 'counted') return <Counted count={row.unread_count} />;
  if (row.state === 'error') {
    return (
      <div className="shrink">
        <p className={css.status} data-tone="failed">
          <IconAlertTriangle size={16} aria-hidden="true" />
          Error
        </p>
        <p className={`${css.error} two-lines`} title={row.error} dir="auto">
          {row.error}
        </p>
      </div>
    );
  }
  if (row.state === 'waiting') return <p className={css.dimmed}>Waiting</p>;
  return (
    <p className={css.status}>
      <Loader size={14} color="var(--pp-line-strong)" />
      Checking…
    </p>
  );
}

function Counted({ count }: { count: number }) {
  const Icon = count > 0 ? IconMailFilled : IconMailOpened;
  return (
    <p className={css.status} data-tone={count > 0 ? 'unread' : undefined}>
      <Icon size={16} aria-hidden="true" />
      {count > 0 ? `${formatCount(count)} unread` : 'No unread'}
    </p>
  );
}

function Count({ row }: { row: CheckRow }) {
  if (row.state !== 'counted') return <span className={css.dimmed}>–</span>;
  return (
    <span className={row.unread_count > 0 ? css.count : css.dimmed}>{formatCount(row.unread_count)}</span>
  );
}

function OpenButton({ row, context }: { row: CheckRow; context: ResultContext }) {
  const { profile_path, state } = row;
  const { open, underWay } = useOpenWindow(profile_path, context.requests.get(profile_path));
  if (state === 'waiting' || state === 'checking') return null;
  const label = underWay ?? 'Open';
  return (
    <ReasonButton
      variant="default"
      size="xs"
      leftSection={<IconExternalLink size={16} />}
      aria-label={`${label} ${profileLabel(row, context.hints)}`}
      reason={underWay ? 'The agent is at work' : context.openOff(profile_path)}
      onClick={open}
    >
      {label}
    </ReasonButton>
  );
}
