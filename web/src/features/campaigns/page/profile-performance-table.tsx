import type { CampaignProfile } from '@pigeonpost/contract/calls/campaign-profiles';
import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { ApiError } from '@pigeonpost/contract/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { hasEnded, showsReplies } from '../../../campaign-state/campaign-state.ts';
import { profilesUsed } from '../../../campaign-state/profiles-used.ts';
import { formatCount, formatPercent } from '../../../format/format-number.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Column } from '../../../ui/table/table-columns.tsx';
import { profileHints, profileLabel } from '../../profiles/parts/folder-hints.ts';
import { restOf } from '../../profiles/parts/rest.ts';
import { RestSince } from '../../profiles/parts/rest-badge.tsx';
import { SuccessRate } from '../../profiles/parts/success-rate.tsx';
import { fullDayWords } from '../plan/full-day-words.ts';
import { watchedPlanQuery } from '../plan/plan-api.ts';
import css from './campaign-page.module.css';
import { NextSend } from './next-send.tsx';

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
  const isPending = campaign.status === 'pending';
  const plan = useQuery({ ...watchedPlanQuery(campaign.id), enabled: isPending }).data;
  const ahead = useMemo(() => (isPending ? aheadOf(plan) : undefined), [isPending, plan]);
  const hasNext = !(isPending || hasEnded(campaign)) || (rows?.some(isHeld) ?? false);
  const columns = useMemo(
    () => columnsFor(campaign, { requests, isCapped, hasReplies, hasNext, ahead }),
    [campaign, requests, isCapped, hasReplies, hasNext, ahead],
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
      card={(row) => <PerformanceCard row={row} campaign={campaign} requests={requests} ahead={ahead} />}
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

/** What each profile will send a day, by its id: before the start, in place of what it sent. */
type Ahead = ReadonlyMap<number, string>;

const aheadOf = (plan: Plan | undefined): Ahead =>
  new Map(plan?.profiles.map((one) => [one.profile_id, fullDayWords(one, one.full_day)]));

type Shown = Pick<TableProps, 'requests'> & {
  isCapped: boolean;
  hasReplies: boolean;
  hasNext: boolean;
  ahead: Ahead | undefined;
};

function columnsFor(campaign: CampaignDetails, shown: Shown): Column<CampaignProfile>[] {
  const { requests, isCapped, hasNext, ahead } = shown;
  return [
    { head: 'Profile', cell: (row) => <ProfileName row={row} /> },
    ...(ahead ? [] : sentColumns(shown)),
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
    ahead
      ? {
          head: 'Will send',
          width: '176px',
          align: 'right',
          cell: ({ profile_id }) => ahead.get(profile_id) ?? '–',
        }
      : { head: 'Success', width: '88px', align: 'right', cell: (row) => <Success row={row} /> },
    ...(hasNext
      ? [
          {
            head: 'Next',
            width: '256px',
            narrow: '272px',
            cell: (row: CampaignProfile) => (
              <NextSend row={row} campaign={campaign} request={requests.get(row.profile_path)} />
            ),
          },
        ]
      : []),
  ];
}

function sentColumns({ hasReplies }: Shown): Column<CampaignProfile>[] {
  return [
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
  ];
}

/** Whether something keeps a profile from sending, whatever its campaign does. */
const isHeld = (row: CampaignProfile) =>
  row.deleted_at !== null || row.is_active === 0 || restOf(row) !== undefined;

type CardProps = Omit<TableProps, 'query'> & { row: CampaignProfile; ahead: Ahead | undefined };

function PerformanceCard({ row, campaign, requests, ahead }: CardProps) {
  return (
    <div className={css.profile}>
      <div>
        <ProfileName row={row} />
      </div>
      {ahead ? <span>{ahead.get(row.profile_id) ?? '–'}</span> : <Success row={row} />}
      <p className={css.quiet}>
        {ahead ? null : `${formatCount(row.messages_sent)} sent, ${formatCount(row.messages_failed)} failed`}
        {showsReplies(campaign) ? `, ${formatCount(row.replied)} replied` : null}
        {hasDayCap(row) ? (
          <>
            {ahead ? null : ', '}
            <Today row={row} /> today
          </>
        ) : null}
      </p>
      {(ahead || hasEnded(campaign)) && !isHeld(row) ? null : (
        <NextSend row={row} campaign={campaign} request={requests.get(row.profile_path)} />
      )}
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
