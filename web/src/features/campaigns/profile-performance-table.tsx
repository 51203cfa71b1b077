import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { SuccessRate } from '../../ui/success-rate.tsx';
import type { Column } from '../../ui/table-columns.tsx';
import css from './campaign-page.module.css';
import { NextSend } from './next-send.tsx';

type TableProps = { campaign: Campaign; query: UseQueryResult<ProfilePerformance[]> };

/** What each profile did in this campaign, and what it does next. */
export function ProfilePerformanceTable({ campaign, query }: TableProps) {
  const isRunning = campaign.status === 'running';
  const columns = useMemo(() => columnsFor(isRunning), [isRunning]);
  return (
    <DataTable
      label="Profile Performance"
      title="Profile Performance"
      columns={columns}
      rows={query.data}
      rowKey={({ profile_id }) => profile_id}
      query={query}
      failure="Failed to fetch profile performance"
      rowHeight="one-line"
      skeletonRows={campaign.profiles_used.length}
      card={(row) => <PerformanceCard row={row} isRunning={isRunning} />}
      empty={<EmptyState title="No profiles left" sentence="The profiles of this campaign were deleted." />}
    />
  );
}

function columnsFor(isRunning: boolean): Column<ProfilePerformance>[] {
  return [
    { head: 'Profile', cell: (row) => <ProfileName row={row} /> },
    {
      head: 'Sent',
      width: '76px',
      align: 'right',
      cell: ({ messages_sent }) => <Figure count={messages_sent} />,
    },
    {
      head: 'Failed',
      width: '76px',
      align: 'right',
      cell: ({ messages_failed }) => <Figure count={messages_failed} />,
    },
    { head: 'Success', width: '96px', align: 'right', cell: (row) => <Success row={row} /> },
    { head: 'Next', width: '172px', cell: (row) => <NextSend row={row} isRunning={isRunning} /> },
  ];
}

function PerformanceCard({ row, isRunning }: { row: ProfilePerformance; isRunning: boolean }) {
  return (
    <div className={css.profile}>
      <ProfileName row={row} />
      <Success row={row} />
      <p className={css.quiet}>
        {formatCount(row.messages_sent)} sent, {formatCount(row.messages_failed)} failed
      </p>
      <NextSend row={row} isRunning={isRunning} />
    </div>
  );
}

function ProfileName({ row: { profile_name } }: { row: ProfilePerformance }) {
  return (
    <span className={css.profileName} title={profile_name}>
      {profile_name}
    </span>
  );
}

function Figure({ count }: { count: number }) {
  return <span className={css.figure}>{formatCount(count)}</span>;
}

function Success({ row }: { row: ProfilePerformance }) {
  return <SuccessRate percent={row.success_rate} attempts={row.messages_sent + row.messages_failed} />;
}
