import type { Campaign, CampaignCounts } from '@pigeonpost/contract/calls/campaigns';
import type { CampaignFilter } from '@pigeonpost/contract/campaigns';
import type { Answer } from '@pigeonpost/contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useSubscriptionActive, useUser } from '../../api/session.ts';
import { useNow } from '../../clock.ts';
import { useListSearch } from '../../list-search.ts';
import { paths } from '../../paths.ts';
import { campaignKeys } from '../../query-keys.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { PageSizeSelect } from '../../ui/table/page-size-select.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { useSelection } from '../../ui/table/selection.ts';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import { dayIn, rangeOf } from '../dashboard/parts/date-range.ts';
import { DateRangeField } from '../dashboard/parts/date-range-field.tsx';
import { FreezeNotice } from '../freeze/parts/freeze-notice.tsx';
import { SubscriptionNotice } from '../subscription/parts/subscription-notice.tsx';
import { campaignsQuery } from './api.ts';
import { CampaignCard } from './campaign-card.tsx';
import { CAMPAIGN_COLUMNS } from './campaign-columns.tsx';
import { CampaignSortSelect, CampaignTabs } from './campaign-tabs.tsx';
import { defaultSort, isOfEnded } from './campaigns-search.ts';
import { EndedBar } from './ended-bar.tsx';
import { ENDED_COLUMNS, monthGroups } from './ended-columns.tsx';
import { useLiveCampaigns } from './live.ts';

const FirstCampaign = lazyPart(() => import('./parts/first-campaign.tsx').then((m) => m.FirstCampaign));

const route = getRouteApi('/users/campaigns');

const DEFAULT_LIMIT = 10;
const A_MINUTE = 60;
const RENEW_TO_CREATE = 'Renew to create campaigns';

const idOf = ({ id }: Campaign) => id;
const nameOf = ({ name }: Campaign) => name;

/** All campaigns, those under way first: the bars show their states, Start and Pause are one press away. */
export function CampaignsPage() {
  const { limit, page, change, onSearch, onPage, onSize } = useListSearch(DEFAULT_LIMIT);
  const place = usePlace();
  const { search, status, sort_by, dates, isInvalid, today } = place;
  const query = useQuery(campaignsQuery({ search, page, limit, status, sort_by, range: place.range }));
  const isActive = useSubscriptionActive();
  useLiveCampaigns();
  const rows = query.data?.campaigns;
  const isOver = isOfEnded(status);
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
            columns={isOver ? ENDED_COLUMNS : CAMPAIGN_COLUMNS}
            rows={rows}
            rowKey={idOf}
            sort={{ by: sort_by, onSort }}
            query={query}
            failure="Failed to fetch campaigns"
            skeletonRows={Math.min(limit, DEFAULT_LIMIT)}
            selection={isOver ? selection : undefined}
            groups={groups}
            bulkBar={
              isOver && ticked.length > 0 ? (
                <EndedBar selection={selection} rows={rows ?? []} ticked={ticked} />
              ) : null
            }
            card={(campaign) => <CampaignCard campaign={campaign} />}
            empty={<NoMatch noun="campaign" page={page} onPage={onPage} onReset={onReset} />}
            foot={<Pagination page={page} pageSize={limit} totalItems={totalItems} onPage={onPage} />}
          />
        </>
      )}
    </>
  );
}

/** What the address asks for; dates that are no range are shown and not asked for. */
function usePlace() {
  const { search = '', status, sort_by = defaultSort(status), start_date, end_date } = route.useSearch();
  const today = dayIn(useUser()?.time_zone ?? 'UTC', useNow(A_MINUTE));
  const dates = start_date || end_date ? { start_date, end_date } : undefined;
  const range = rangeOf({ ...(start_date ? { start_date } : {}), ...(end_date ? { end_date } : {}) }, today);
  return { search, status, sort_by, dates, today, isInvalid: range === undefined, range: range ?? {} };
}

/** The campaigns that are ticked, on whichever page they were. */
function useTicked(ids: ReadonlySet<number>): Campaign[] {
  const queries = useQueryClient();
  if (ids.size === 0) return [];
  const pages = queries.getQueriesData<Answer<'GET /api/campaigns'>>({ queryKey: campaignKeys.pages });
  const known = new Map(pages.flatMap(([, page]) => page?.campaigns ?? []).map((one) => [one.id, one]));
  return [...ids].flatMap((id) => known.get(id) ?? []);
}

const isNone = (counts: CampaignCounts) => Object.values(counts).every((count) => count === 0);
