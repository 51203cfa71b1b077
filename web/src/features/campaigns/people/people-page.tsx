import type { CampaignPeopleCounts, CampaignPerson } from '@pigeonpost/contract/calls/campaigns';
import type { PeopleFilter } from '@pigeonpost/contract/campaigns';
import { ApiError } from '@pigeonpost/contract/client';
import { RECIPIENTS_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { NAME_WORDS, shownName } from '@pigeonpost/contract/recipients';
import { IconArrowLeft, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useNameKind } from '../../../account/settings.ts';
import { useRefetchOnProgress } from '../../../api/refetch-soon.ts';
import { campaignQuery } from '../../../campaign-state/campaign-queries.ts';
import { hasEnded } from '../../../campaign-state/campaign-state.ts';
import { formatCount } from '../../../format/format-number.ts';
import { useListSearch } from '../../../list-search.ts';
import { paths } from '../../../paths.ts';
import { campaignKeys } from '../../../query-keys.ts';
import { DEFAULT_PEOPLE, type PeopleSearch } from '../../../search-params.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../../ui/form/button-link.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { Breadcrumbs } from '../../../ui/layout/breadcrumbs.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterTabs } from '../../../ui/table/filter-tabs.tsx';
import { NoMatch } from '../../../ui/table/no-match.tsx';
import { Pagination } from '../../../ui/table/pagination.tsx';
import { useAllMatching, useSelection } from '../../../ui/table/selection.ts';
import { Toolbar } from '../../../ui/table/toolbar.tsx';
import { peopleQuery } from '../api.ts';
import { CampaignNotFound } from '../campaign-not-found.tsx';
import { downloadPeople } from '../download-campaign.ts';
import css from './people.module.css';
import {
  notDeliveredGroups,
  PENDING_COLUMNS,
  PEOPLE_COLUMNS,
  PersonCard,
  SKIPPED_COLUMNS,
  UNCLEAR_COLUMNS,
} from './people-rows.tsx';
import { SettleBar, SettleNote, useSettle } from './settle.tsx';
import { TakeOutBar } from './take-out.tsx';

const route = getRouteApi('/users/campaigns/$id/recipients');

/** The people of one campaign, with outcome and reason. */
export function PeoplePage() {
  const { id } = route.useParams();
  return Number.isSafeInteger(id) && id > 0 ? <People key={id} id={id} /> : <CampaignNotFound />;
}

const MAY_BE_UNCLEAR: readonly PeopleFilter[] = ['tried', 'failed', 'uncertain'];

const idOf = ({ id }: CampaignPerson) => id;
const nameOf = ({ recipient }: CampaignPerson) =>
  recipient === null ? 'somebody who was deleted' : shownName(recipient);

function People({ id }: { id: number }) {
  const { search, page, limit, change, onSearch, onPage } = useListSearch(RECIPIENTS_PAGE_SIZE);
  const { state = DEFAULT_PEOPLE }: PeopleSearch = route.useSearch();
  const campaign = useQuery(campaignQuery(id));
  const query = useQuery(peopleQuery(id, { search, page, limit, state }));
  useRefetchOnProgress(campaignKeys.people(id));
  useRefetchOnProgress(campaignQuery(id).queryKey);
  const name = campaign.data?.name ?? 'Campaign';
  const words = NAME_WORDS[useNameKind()];
  const rows = query.data?.recipients;
  const ticked = useSelection({ rows, id: idOf, label: nameOf });
  const { selection, isAll, selectAll } = useAllMatching(ticked, `${state} ${search}`);
  const { settle, settleAll, run } = useSettle(id, ticked.clear);
  if (query.error instanceof ApiError && query.error.status === 404) return <CampaignNotFound />;
  const shown = query.isPlaceholderData ? undefined : query.data?.counts[state];
  const isUnclear = state === 'uncertain' && !query.isPlaceholderData;
  const unclear = query.data?.counts.uncertain ?? 0;
  const isUnfinished = campaign.data !== undefined && !hasEnded(campaign.data);
  const canTakeOut = state === 'pending' && isUnfinished && !query.isPlaceholderData;
  const onState = (next: PeopleFilter) => {
    ticked.clear();
    change({ state: next === DEFAULT_PEOPLE ? undefined : next });
  };
  return (
    <>
      <Breadcrumbs section="Campaigns" to={paths.campaigns} current={`People of ${name}`} />
      <PageHeader
        title={`People of ${name}`}
        actions={
          <>
            <ReasonButton
              variant="default"
              leftSection={<IconDownload size={16} />}
              reason={shown === 0 ? 'Nobody is here' : undefined}
              onClick={() => downloadPeople(id, { state, search, kind: PEOPLE_WORDS[state] })}
            >
              {shown === undefined ? 'Export these' : `Export these ${formatCount(shown)}`}
            </ReasonButton>
            <ButtonLink
              to={paths.campaign}
              params={{ id }}
              variant="subtle"
              leftSection={<IconArrowLeft size={16} />}
            >
              Back to the campaign
            </ButtonLink>
          </>
        }
      />
      <Toolbar search={{ label: `Search by ${words.one}`, value: search, onSearch }} />
      <PeopleTabs counts={query.data?.counts} state={state} onState={onState} />
      {run || (isUnclear && unclear > 0) ? <SettleNote run={run} /> : null}
      <DataTable
        label="People"
        columns={columnsOf(state, { hasUnclear: unclear > 0, isUnfinished })}
        rows={rows}
        rowKey={idOf}
        reusesRows
        query={query}
        failure="Failed to fetch the people of this campaign"
        skeletonRows={8}
        rowHeight="one-line"
        groups={
          state === 'failed'
            ? notDeliveredGroups(query.data?.counts, search ? undefined : settleAll)
            : undefined
        }
        selection={isUnclear || canTakeOut ? selection : undefined}
        bulkBar={
          isUnclear && ticked.ids.size > 0 ? (
            <SettleBar
              selection={selection}
              rows={rows ?? []}
              total={search ? undefined : unclear}
              isAll={isAll}
              onAll={selectAll}
              settle={settle}
            />
          ) : canTakeOut && ticked.ids.size > 0 ? (
            <TakeOutBar id={id} selection={ticked} rows={rows ?? []} />
          ) : null
        }
        card={(person) => <PersonCard person={person} />}
        empty={
          search || page > 1 ? (
            <NoMatch noun="person" page={page} onPage={onPage} onReset={() => onSearch('')} />
          ) : (
            <EmptyState
              drawing="people"
              title="Nobody"
              sentence={`Nobody in this campaign: ${PEOPLE_WORDS[state]}.`}
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

function columnsOf(
  state: PeopleFilter,
  { hasUnclear, isUnfinished }: { hasUnclear: boolean; isUnfinished: boolean },
) {
  if (hasUnclear && MAY_BE_UNCLEAR.includes(state)) return UNCLEAR_COLUMNS;
  if (!isUnfinished) return PEOPLE_COLUMNS;
  return state === 'pending' ? PENDING_COLUMNS : state === 'skipped' ? SKIPPED_COLUMNS : PEOPLE_COLUMNS;
}

/** The names of the kinds of a campaign's people. */
const PEOPLE_WORDS: Record<PeopleFilter, string> = {
  tried: 'All tried',
  sent: 'Sent',
  failed: 'Not delivered',
  not_found: 'Not found',
  uncertain: 'Unclear',
  certainly_failed: 'Failed',
  replied: 'Replied',
  pending: 'Pending',
  skipped: 'Skipped',
};

const TABS = ['tried', 'sent', 'replied', 'failed', 'pending', 'skipped'] as const;
const OF_NOT_DELIVERED = ['failed', 'not_found', 'uncertain', 'certainly_failed'] as const;

type PeopleTabsProps = {
  counts: CampaignPeopleCounts | undefined;
  state: PeopleFilter;
  onState: (state: PeopleFilter) => void;
};

/** The kinds of people as tabs, with the parts of 'Not delivered' below it; those who replied, once there are any. */
function PeopleTabs({ counts, state, onState }: PeopleTabsProps) {
  const isNotDelivered = OF_NOT_DELIVERED.some((one) => one === state);
  const hasReplied = state === 'replied' || (counts?.replied ?? 0) > 0;
  const tabs = TABS.filter((one) => one !== 'replied' || hasReplied);
  return (
    <>
      <FilterTabs
        label="People by outcome"
        tabs={tabs.map((value) => ({ value, label: PEOPLE_WORDS[value], count: counts?.[value] }))}
        value={isNotDelivered ? 'failed' : (TABS.find((one) => one === state) ?? 'tried')}
        onChange={onState}
      />
      {isNotDelivered ? (
        <fieldset className={css.parts} aria-label="Not delivered, by reason">
          {/* Counted by the first of them: 'All 65'. */}
          {OF_NOT_DELIVERED.map((one) => (
            <button
              key={one}
              type="button"
              className={css.part}
              aria-pressed={one === state}
              onClick={() => onState(one)}
            >
              {one === 'failed' ? 'All' : PEOPLE_WORDS[one]} <b>{formatCount(counts?.[one])}</b>
            </button>
          ))}
        </fieldset>
      ) : null}
    </>
  );
}
