import type { CampaignCounts, ListedCampaign } from '@pigeonpost/contract/calls/campaigns';
import type { CampaignFilter, CampaignSort } from '@pigeonpost/contract/campaigns';
import type { Answer } from '@pigeonpost/contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useSubscriptionActive, useUser } from '../../../api/session.ts';
import { useNow } from '../../../clock.ts';
import { dayIn, rangeOf } from '../../../date-range.ts';
import { useListSearch } from '../../../list-search.ts';
import { paths } from '../../../paths.ts';
import { campaignKeys } from '../../../query-keys.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { DateRangeField } from '../../../ui/form/dates/date-range-field.tsx';
import { useIsPhone } from '../../../ui/layout/media.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterSelect, PageSizeSelect } from '../../../ui/table/filter-select.tsx';
import { FilterTabs } from '../../../ui/table/filter-tabs.tsx';
import { NoMatch } from '../../../ui/table/no-match.tsx';
import { Pagination } from '../../../ui/table/pagination.tsx';
import { useSelection } from '../../../ui/table/selection.ts';
import { Toolbar } from '../../../ui/table/toolbar.tsx';
import { FreezeNotice } from '../../freeze/parts/freeze-notice.tsx';
import { SubscriptionNotice } from '../../subscription/parts/subscription-notice.tsx';
import { campaignsQuery } from '../api.ts';
import { useLiveCampaigns } from '../live.ts';
import { CAMPAIGN_COLUMNS, CampaignCard } from './campaign-rows.tsx';
import { defaultSort, isOfEnded } from './campaigns-search.ts';
import { EndedBar } from './ended-bar.tsx';
import { EndedCard, endedColumns, monthGroups } from './ended-rows.tsx';

const FirstCampaign = lazyPart(() => import('../parts/first-campaign.tsx').then((m) => m.FirstCampaign));

const route = getRouteApi('/users/campaigns');

const DEFAULT_LIMIT = 10;
const A_MINUTE = 60;
const RENEW_TO_CREATE = 'Renew to create campaigns';

const idOf = ({ id }: ListedCampaign) => id;
const nameOf = ({ name }: ListedCampaign) => name;

/** All campaigns, running and paused ones first, with Start and Pause in the row. */
export function CampaignsPage() {
  const { limit, page, change, onSearch, onPage, onSize } = useListSearch(DEFAULT_LIMIT);
  const place = usePlace();
  const { search, status, sort_by, dates, isInvalid, today } = place;
  const query = useQuery(campaignsQuery({ search, page, limit, status, sort_by, range: place.range }));
  const isActive = useSubscriptionActive();
  useLiveCampaigns();
  const rows = query.data?.campaigns;
  const isOver = isOfEnded(status);
  const hasReplies = rows?.some(({ total_replied }) => total_replied > 0) ?? false;
  const selection = useSelection({ rows, id: idOf, label: nameOf });
  const ticked = useTicked(selection.ids);
  const totalItems = query.data?.pagination.totalItems ?? 0;
  const isFiltered = search !== '' || status !== undefined || dates !== undefined;
  const isFirst = query.data !== undefined && totalItems === 0 && !isFiltered && isNone(query.data.counts);
  const onSort = (by: string) => change({ sort_by: by === defaultSort(status) ? undefined : by });
  const onStatus = (next: CampaignFilter | undefined) => change({ status: next, sort_by: undefined });
  const onReset = () =>
    change({ search: undefined, status: undefined, start_date: undefined, end_date: undefined });
  const byEnd = isOver && (sort_by === 'ended_desc' || sort_by === 'ended_asc');
  const groups = byEnd && query.data ? monthGroups(query.data.months) : undefined;
  return (
    <>
      <FreezeNotice />
      <SubscriptionNotice>
        Creating and starting wait until you renew; pausing, stopping, exporting and deleting still work.
      </SubscriptionNotice>
      {isFirst ? null : (
        <Toolbar
          isPending={query.isPending}
          search={{ label: 'Search campaigns', value: search, onSearch }}
          filters={
            <>
              <CampaignSortSelect value={sort_by} isOfEnded={isOver} onSort={onSort} />
              <PageSizeSelect value={limit} onSize={onSize} />
              <DateRangeField
                start={dates?.start_date}
                end={dates?.end_date}
                today={today}
                isInvalid={isInvalid}
                onChange={change}
              />
            </>
          }
          primary={{
            label: 'New Campaign',
            to: paths.newCampaign,
            offReason: isActive ? undefined : RENEW_TO_CREATE,
          }}
        />
      )}
      {isFirst ? (
        <FirstCampaign />
      ) : (
        <>
          <CampaignTabs counts={query.data?.counts} value={status} onStatus={onStatus} />
          <DataTable
            label="Campaigns"
            columns={
              isOver ? endedColumns(sort_by, hasReplies) : CAMPAIGN_COLUMNS[hasReplies ? 'replied' : 'plain']
            }
            rowHeight={isOver ? 'one-line' : 'two-line'}
            rows={rows}
            rowKey={idOf}
            sort={{ by: sort_by, onSort }}
            query={query}
            failure="Failed to fetch campaigns"
            skeletonRows={Math.min(limit, DEFAULT_LIMIT)}
            selection={isOver ? selection : undefined}
            boxes="on-hover"
            groups={groups}
            bulkBar={
              isOver && ticked.length > 0 ? (
                <EndedBar selection={selection} rows={rows ?? []} ticked={ticked} />
              ) : null
            }
            card={(campaign) =>
              isOver ? <EndedCard campaign={campaign} /> : <CampaignCard campaign={campaign} />
            }
            empty={<NoMatch noun="campaign" page={page} onPage={onPage} onReset={onReset} />}
            foot={<Pagination page={page} pageSize={limit} totalItems={totalItems} onPage={onPage} />}
          />
        </>
      )}
    </>
  );
}

/** The place in the address; an invalid date range is shown but not sent. */
function usePlace() {
  const { search = '', status, sort_by = defaultSort(status), start_date, end_date } = route.useSearch();
  const today = dayIn(useUser()?.time_zone ?? 'UTC', useNow(A_MINUTE));
  const dates = start_date || end_date ? { start_date, end_date } : undefined;
  const range = rangeOf({ ...(start_date ? { start_date } : {}), ...(end_date ? { end_date } : {}) }, today);
  return { search, status, sort_by, dates, today, isInvalid: range === undefined, range: range ?? {} };
}

/** The ticked campaigns, on all pages. */
function useTicked(ids: ReadonlySet<number>): ListedCampaign[] {
  const queries = useQueryClient();
  if (ids.size === 0) return [];
  const pages = queries.getQueriesData<Answer<'GET /api/campaigns'>>({ queryKey: campaignKeys.pages });
  const known = new Map(pages.flatMap(([, page]) => page?.campaigns ?? []).map((one) => [one.id, one]));
  return [...ids].flatMap((id) => known.get(id) ?? []);
}

const isNone = (counts: CampaignCounts) => Object.values(counts).every((count) => count === 0);

type CampaignTabsProps = {
  /** Undefined until they are known. */
  counts: CampaignCounts | undefined;
  value: CampaignFilter | undefined;
  onStatus: (status: CampaignFilter | undefined) => void;
};

/**
 * All, Running, Paused, Pending and Completed (with the failed ones), each with its count. Drafts, scheduled, standing
 * still and archived ones have a tab while there are any.
 */
function CampaignTabs({ counts, value, onStatus }: CampaignTabsProps) {
  const ended = counts && counts.completed + counts.failed;
  const all = counts && counts.running + counts.paused + counts.pending + counts.completed + counts.failed;
  const isCompleted = value === 'completed' || value === 'failed';
  const isThere = (one: 'draft' | 'scheduled' | 'standing_still' | 'archived') =>
    value === one || (counts?.[one] ?? 0) > 0;
  return (
    <FilterTabs
      label="Campaigns by status"
      tabs={[
        { value: 'all', label: 'All', count: all },
        ...(isThere('standing_still')
          ? [
              {
                value: 'standing_still',
                label: 'Need you',
                count: counts?.standing_still,
                tone: 'paused',
              } as const,
            ]
          : []),
        { value: 'running', label: 'Running', count: counts?.running },
        { value: 'paused', label: 'Paused', count: counts?.paused },
        { value: 'pending', label: 'Pending', count: counts?.pending },
        ...(isThere('draft') ? [{ value: 'draft', label: 'Drafts', count: counts?.draft } as const] : []),
        ...(isThere('scheduled')
          ? [{ value: 'scheduled', label: 'Scheduled', count: counts?.scheduled } as const]
          : []),
        { value: 'ended', label: 'Completed', count: ended },
        ...(isThere('archived')
          ? [{ value: 'archived', label: 'Archived', count: counts?.archived } as const]
          : []),
      ]}
      value={isCompleted ? 'ended' : (value ?? 'all')}
      onChange={(tab) => onStatus(tab === 'all' ? undefined : tab)}
    />
  );
}

const SORTS: { value: CampaignSort; label: string }[] = [
  { value: 'under_way', label: 'Active first' },
  { value: 'created_desc', label: 'Newest first' },
  { value: 'created_asc', label: 'Oldest first' },
  { value: 'name_asc', label: 'By name' },
  { value: 'name_desc', label: 'Name, Z to A' },
  { value: 'progress_desc', label: 'Most done first' },
  { value: 'progress_asc', label: 'Least done first' },
];

const ENDED_SORTS: { value: CampaignSort; label: string }[] = [
  { value: 'ended_desc', label: 'Ended most recently' },
  { value: 'ended_asc', label: 'Ended longest ago' },
  { value: 'sent_desc', label: 'Most sent first' },
  { value: 'reached_desc', label: 'Most reached first' },
  { value: 'reached_asc', label: 'Least reached first' },
  { value: 'not_found_desc', label: 'Most not found first' },
  { value: 'took_desc', label: 'Longest first' },
  { value: 'took_asc', label: 'Shortest first' },
];

type SortSelectProps = { value: CampaignSort; isOfEnded: boolean; onSort: (by: string) => void };

/** The sort order of a phone's cards, which have no heads to press. */
function CampaignSortSelect({ value, isOfEnded, onSort }: SortSelectProps) {
  const options = isOfEnded
    ? [...ENDED_SORTS, ...SORTS.filter(({ value: by }) => by !== 'under_way')]
    : SORTS;
  return useIsPhone() ? (
    <FilterSelect label="Sort by" options={options} value={value} onChange={onSort} />
  ) : null;
}
