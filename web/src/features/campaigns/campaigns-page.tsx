import { type CampaignFilter, DEFAULT_CAMPAIGN_SORT } from '@pigeonpost/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useSubscriptionActive } from '../../api/session.ts';
import { useListSearch } from '../../list-search.ts';
import { paths } from '../../paths.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { PageSizeSelect } from '../../ui/table/page-size-select.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import { FreezeNotice } from '../freeze/parts/freeze-notice.tsx';
import { SubscriptionNotice } from '../subscription/parts/subscription-notice.tsx';
import { campaignsQuery } from './api.ts';
import { CampaignCard } from './campaign-card.tsx';
import { CAMPAIGN_COLUMNS } from './campaign-columns.tsx';
import { CampaignSortSelect, CampaignTabs } from './campaign-tabs.tsx';
import { useLiveCampaigns } from './live.ts';

const FirstCampaign = lazyPart(() => import('./parts/first-campaign.tsx').then((m) => m.FirstCampaign));

const route = getRouteApi('/users/campaigns');

const DEFAULT_LIMIT = 10;
const RENEW_TO_CREATE = 'Renew to create campaigns';

/** All campaigns, those under way first: the bars show their states, Start and Pause are one press away. */
export function CampaignsPage() {
  const { search, page, limit, change, onSearch, onPage, onSize } = useListSearch(DEFAULT_LIMIT);
  const { status, sort_by = DEFAULT_CAMPAIGN_SORT } = route.useSearch();
  const query = useQuery(campaignsQuery({ search, page, limit, status, sort_by }));
  const isActive = useSubscriptionActive();
  useLiveCampaigns();
  const totalItems = query.data?.pagination.totalItems ?? 0;
  const isFirst = query.data !== undefined && totalItems === 0 && search === '' && status === undefined;
  const onSort = (by: string) => change({ sort_by: by === DEFAULT_CAMPAIGN_SORT ? undefined : by });
  const onStatus = (next: CampaignFilter | undefined) => change({ status: next });
  const onReset = () => change({ search: undefined, status: undefined });
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
              <CampaignSortSelect value={sort_by} onSort={onSort} />
              <PageSizeSelect value={limit} onSize={onSize} />
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
            columns={CAMPAIGN_COLUMNS}
            rows={query.data?.campaigns}
            rowKey={({ id }) => id}
            sort={{ by: sort_by, onSort }}
            query={query}
            failure="Failed to fetch campaigns"
            skeletonRows={Math.min(limit, DEFAULT_LIMIT)}
            card={(campaign) => <CampaignCard campaign={campaign} />}
            empty={<NoMatch noun="campaign" page={page} onPage={onPage} onReset={onReset} />}
            foot={<Pagination page={page} pageSize={limit} totalItems={totalItems} onPage={onPage} />}
          />
        </>
      )}
    </>
  );
}
