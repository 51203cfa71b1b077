import type { CampaignPeopleCounts } from '@pigeonpost/contract/calls/campaigns';
import type { PeopleFilter } from '@pigeonpost/contract/campaigns';
import { ApiError } from '@pigeonpost/contract/client';
import { RECIPIENTS_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRefetchOnProgress } from '../../api/refetch-on-progress.ts';
import { useListSearch } from '../../list-search.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterTabs } from '../../ui/table/filter-tabs.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import { campaignQuery, peopleKey, peopleQuery } from './api.ts';
import { CampaignNotFound } from './campaign-not-found.tsx';
import { PEOPLE_COLUMNS, PersonCard } from './people-columns.tsx';
import { DEFAULT_PEOPLE, type PeopleSearch } from './people-search.ts';

const route = getRouteApi('/users/campaigns/$id/recipients');

/** The people of one campaign: what became of each, and why. */
export function PeoplePage() {
  const { id } = route.useParams();
  return Number.isSafeInteger(id) && id > 0 ? <People key={id} id={id} /> : <CampaignNotFound />;
}

const WORDS: Record<PeopleFilter, string> = {
  tried: 'All tried',
  sent: 'Sent',
  failed: 'Failed',
  not_found: 'Not found',
  uncertain: 'Unclear',
  pending: 'Pending',
  skipped: 'Skipped',
};

function People({ id }: { id: number }) {
  const { search, page, limit, change, onSearch, onPage } = useListSearch(RECIPIENTS_PAGE_SIZE);
  const { state = DEFAULT_PEOPLE }: PeopleSearch = route.useSearch();
  const campaign = useQuery(campaignQuery(id));
  const query = useQuery(peopleQuery(id, { search, page, limit, state }));
  useRefetchOnProgress(peopleKey(id));
  if (query.error instanceof ApiError && query.error.status === 404) return <CampaignNotFound />;
  const name = campaign.data?.name ?? 'Campaign';
  const onState = (next: PeopleFilter) => change({ state: next === DEFAULT_PEOPLE ? undefined : next });
  return (
    <>
      <Breadcrumbs section="Campaigns" to={paths.campaigns} current={`People of ${name}`} />
      <PageHeader
        title={`People of ${name}`}
        actions={
          <ButtonLink
            to={paths.campaign}
            params={{ id }}
            variant="subtle"
            leftSection={<IconArrowLeft size={16} />}
          >
            Back to the campaign
          </ButtonLink>
        }
      />
      <Toolbar search={{ label: 'Search by username', value: search, onSearch }} />
      <FilterTabs
        label="People by what became of them"
        tabs={tabsOf(query.data?.counts)}
        value={state}
        onChange={onState}
      />
      <DataTable
        label="People"
        columns={PEOPLE_COLUMNS}
        rows={query.data?.recipients}
        rowKey={({ id: recipient }) => recipient}
        isPassedOn
        query={query}
        failure="Failed to fetch the people of this campaign"
        skeletonRows={8}
        card={(person) => <PersonCard person={person} />}
        empty={
          search || page > 1 ? (
            <NoMatch noun="person" page={page} onPage={onPage} onReset={() => onSearch('')} />
          ) : (
            <EmptyState
              drawing="people"
              title="Nobody"
              sentence={`Nobody of this campaign is here: ${WORDS[state]}.`}
            />
          )
        }
        foot={
          <Pagination
            numbered
            page={page}
            pageSize={limit}
            totalItems={query.data?.pagination.totalItems ?? 0}
            onPage={onPage}
          />
        }
      />
    </>
  );
}

function tabsOf(counts: CampaignPeopleCounts | undefined) {
  return (Object.keys(WORDS) as PeopleFilter[]).map((value) => ({
    value,
    label: WORDS[value],
    count: counts?.[value],
  }));
}
