import type { CampaignProfile } from '@pigeonpost/contract/calls/campaign-profiles';
import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { ApiError } from '@pigeonpost/contract/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatCount, formatPercent } from '../../format/format-number.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import { profileHints, profileLabel } from '../profiles/parts/folder-hints.ts';
import { restOf } from '../profiles/parts/rest.ts';
import { RestSince } from '../profiles/parts/rest-badge.tsx';
import { SuccessRate } from '../profiles/parts/success-rate.tsx';
import css from './campaign-page.module.css';
import { NextSend } from './next-send.tsx';
import { showsReplies } from './parts/campaign-state.ts';
import { profilesUsed } from './parts/profiles-used.ts';

type TableProps = {
  campaign: CampaignDetails;
  query: UseQueryResult<CampaignProfile[]>;
  /** Open and close requests under way, by the profile's path. */
  requests: ReadonlyMap<string, ProfileRequest>;
};

/** Each profile's results in this campaign, and its next message. */
export function ProfilePerformanceTable({ campaign, query, requests }: TableProps) {
  const rows = useMemo(() => query.data && toldApart(query.data), [query.data]);
  const isCapped = rows?.some(hasDayCap) ?? false;
  const hasReplies = showsReplies(campaign);
  const columns = useMemo(
    () => columnsFor(campaign, { requests, isCapped, hasReplies }),
    [campaign, requests, isCapped, hasReplies],
  );
  // The campaign was deleted at this moment, which its own call reports.
  if (query.error instanceof ApiError && query.error.status === 404) return null;
  return (
    <DataTable
      label="Profile Performance"
      title="Profile Performance"
      columns={columns}
      rows={rows}
      rowKey={({ profile_id }) => profile_id}
      query={query}
      failure="Failed to fetch profile performance"
      rowHeight="one-line"
      skeletonRows={profilesUsed(campaign).length}
      card={(row) => <PerformanceCard row={row} campaign={campaign} requests={requests} />}
      empty={
        <EmptyState
          drawing="wire"
          title="No profiles left"
          sentence="The profiles of this campaign were deleted."
        />
      }
    />
  );
}

/** Shared names get a hint that distinguishes them, also in Open and Resume. */
function toldApart(rows: CampaignProfile[]): CampaignProfile[] {
  const hints = profileHints(rows.filter(({ deleted_at }) => deleted_at === null));
  return rows.map((row) => (row.deleted_at ? row : { ...row, profile_name: profileLabel(row, hints) }));
}

function columnsFor(
  campaign: CampaignDetails,
  {
    requests,
    isCapped,
    hasReplies,
  }: Pick<TableProps, 'requests'> & { isCapped: boolean; hasReplies: boolean },
): Column<CampaignProfile>[] {
  return [
    { head: 'Profile', cell: (row) => <ProfileName row={row} /> },
    {
      head: 'Sent',
      width: '64px',
      align: 'right',
      cell: ({ messages_sent }) => <Figure count={messages_sent} />,
    },
    {
      head: 'Failed',
      width: '64px',
      align: 'right',
      cell: ({ messages_failed }) => <Figure count={messages_failed} />,
    },
    ...(hasReplies
      ? [
          {
            head: 'Replied',
            width: '112px',
            narrow: 'gone' as const,
            align: 'right' as const,
            cell: (row: CampaignProfile) => <Replied row={row} />,
          },
        ]
      : []),
    ...(isCapped
      ? [
          {
            head: 'Today',
            width: '88px',
            align: 'right' as const,
            cell: (row: CampaignProfile) => <Today row={row} />,
          },
        ]
      : []),
    { head: 'Success', width: '88px', align: 'right', cell: (row) => <Success row={row} /> },
    {
      head: 'Next',
      width: '256px',
      narrow: '272px',
      cell: (row) => <NextSend row={row} campaign={campaign} request={requests.get(row.profile_path)} />,
    },
  ];
}

type CardProps = Omit<TableProps, 'query'> & { row: CampaignProfile };

function PerformanceCard({ row, campaign, requests }: CardProps) {
  return (
    <div className={css.profile}>
      <div>
        <ProfileName row={row} />
      </div>
      <Success row={row} />
      <p className={css.quiet}>
        {formatCount(row.messages_sent)} sent, {formatCount(row.messages_failed)} failed
        {showsReplies(campaign) ? `, ${formatCount(row.replied)} replied` : null}
        {hasDayCap(row) ? (
          <>
            , <Today row={row} /> today
          </>
        ) : null}
      </p>
      <NextSend row={row} campaign={campaign} request={requests.get(row.profile_path)} />
    </div>
  );
}

function ProfileName({ row }: { row: CampaignProfile }) {
  const { profile_name, rest_reason, deleted_at } = row;
  return (
    <>
      <span className={`${css.profileName} one-line`} title={profile_name} dir="auto">
        {profile_name}
      </span>
      {rest_reason && !deleted_at ? (
        <span className={`${css.resting} note`} dir="auto">
          {rest_reason}
        </span>
      ) : null}
      {restOf(row) && !deleted_at ? (
        <span className={`${css.resting} note`}>
          <RestSince profile={row} />
        </span>
      ) : null}
    </>
  );
}

function Figure({ count }: { count: number }) {
  return <span className={css.figure}>{formatCount(count)}</span>;
}

const hasDayCap = ({ cap_now, deleted_at }: CampaignProfile) => cap_now.day !== null && deleted_at === null;

/** '9 of 20': what it has begun today in all campaigns, and its cap. */
function Today({ row }: { row: CampaignProfile }) {
  const { begun_today, cap_now } = row;
  if (!hasDayCap(row)) return <Figure count={begun_today} />;
  return (
    <span className={css.figure}>
      {formatCount(begun_today)} of {formatCount(cap_now.day ?? 0)}
    </span>
  );
}

/** '37 (16.4%)': how many replied, of those who were sent to. */
function Replied({ row: { replied, messages_sent } }: { row: CampaignProfile }) {
  return (
    <span className={css.figure}>
      {formatCount(replied)}
      {messages_sent > 0 ? ` (${formatPercent((100 * replied) / messages_sent)})` : null}
    </span>
  );
}

function Success({ row }: { row: CampaignProfile }) {
  return <SuccessRate percent={row.success_rate} attempts={row.messages_sent + row.messages_failed} />;
}
