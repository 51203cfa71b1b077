import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSubscriptionActive } from '../../api/session.ts';
import { useListSearch } from '../../list-search.ts';
import { paths } from '../../paths.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { PageSizeSelect } from '../../ui/table/page-size-select.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import { SubscriptionNotice } from '../subscription/parts/subscription-notice.tsx';
import { campaignsQuery } from './api.ts';
import { CampaignCard } from './campaign-card.tsx';
import { CAMPAIGN_COLUMNS } from './campaign-columns.tsx';
import { useLiveCampaigns } from './live.ts';

const FirstCampaign = lazy(() =>
  import('./parts/first-campaign.tsx').then((m) => ({ default: m.FirstCampaign })),
);

const DEFAULT_LIMIT = 10;
const RENEW_TO_CREATE = 'Renew to create campaigns';

/** All campaigns: the bars show their states, Start and Pause are one press away. */
export function CampaignsPage() {
  const { search, page, limit, onSearch, onPage, onSize } = useListSearch(DEFAULT_LIMIT);
  const query = useQuery(campaignsQuery({ search, page, limit }));
  const isActive = useSubscriptionActive();
  useLiveCampaigns();
  const totalItems = query.data?.pagination.totalItems ?? 0;
  const isFirst = query.data !== undefined && totalItems === 0 && search === '';
  return (
    <>
      <SubscriptionNotice>
        Creating and starting wait until you renew; pausing, stopping, exporting and deleting still work.
      </SubscriptionNotice>
      {isFirst ? null : (
        <Toolbar
          search={{ label: 'Search campaigns', value: search, onSearch }}
          filters={<PageSizeSelect value={limit} onSize={onSize} />}
          primary={{
            label: 'New Campaign',
            to: paths.newCampaign,
            offReason: isActive ? undefined : RENEW_TO_CREATE,
          }}
        />
      )}
      <DataTable
        label="Campaigns"
        columns={CAMPAIGN_COLUMNS}
        rows={query.data?.campaigns}
        rowKey={({ id }) => id}
        query={query}
        failure="Failed to fetch campaigns"
        skeletonRows={Math.min(limit, DEFAULT_LIMIT)}
        card={(campaign) => <CampaignCard campaign={campaign} />}
        empty={
          isFirst ? (
            <Suspense fallback={null}>
              <FirstCampaign />
            </Suspense>
          ) : (
            <NoMatch noun="campaign" page={page} onPage={onPage} onReset={() => onSearch('')} />
          )
        }
        foot={<Pagination page={page} pageSize={limit} totalItems={totalItems} onPage={onPage} />}
      />
    </>
  );
}
