import { DEFAULT_LIST_SORT, type ListFilter, type ListSort } from '@pigeonpost/contract/lists';
import { IconArrowsSplit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRefetchOnProgress } from '../api/refetch-soon.ts';
import { useSubscriptionActive } from '../api/session.ts';
import { useCampaignAtWork } from '../campaign-state/campaign-at-work.tsx';
import { DoNotContactCard } from '../features/do-not-contact/parts/do-not-contact-card.tsx';
import { SetDialog } from '../features/list-sets/parts/lazy-set-dialog.ts';
import type { SetStart } from '../features/list-sets/parts/set-start.ts';
import { type ListDraft, listsQuery, useHasTwoLists } from '../features/lists/api.ts';
import { ListCard } from '../features/lists/list-card.tsx';
import { NewListDialog } from '../features/recipients/parts/lazy-import-dialog.ts';
import { SubscriptionNotice } from '../features/subscription/parts/subscription-notice.tsx';
import { useListSearch } from '../list-search.ts';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { ReasonButton } from '../ui/form/reason-button.tsx';
import { useKeptState } from '../ui/form/use-kept-form.ts';
import { CardGrid } from '../ui/table/card-grid.tsx';
import { FilterSelect } from '../ui/table/filter-select.tsx';
import { NoMatch } from '../ui/table/no-match.tsx';
import { Pagination } from '../ui/table/pagination.tsx';
import { Toolbar } from '../ui/table/toolbar.tsx';

const ListDialog = lazyPart(() =>
  import('../features/lists/parts/list-dialog.tsx').then((m) => m.ListDialog),
);

// With the do-not-contact card, a full page of three columns.
const CARDS_ON_A_PAGE = 23;

const route = getRouteApi('/users/lists');

const FILTERS: { value: ListFilter | ''; label: string }[] = [
  { value: '', label: 'All lists' },
  { value: 'pending', label: 'With people to write to' },
  { value: 'sending', label: 'Sending now' },
  { value: 'empty', label: 'Empty' },
];

const SORTS: { value: ListSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'By name' },
  { value: 'pending_desc', label: 'Most to write to first' },
  { value: 'recipients_desc', label: 'Largest first' },
];

/** The recipient lists as cards, and the do-not-contact list among them. */
export function ListsPage() {
  const { search, page, limit, change, onSearch, onPage } = useListSearch(CARDS_ON_A_PAGE);
  const { filter, sort_by = DEFAULT_LIST_SORT } = route.useSearch();
  const query = useQuery(listsQuery({ search, page, limit, filter, sort_by }));
  const [draft, setDraft] = useKeptState<ListDraft | 'new' | undefined>('list dialog', undefined);
  const [set, setSet] = useKeptState<SetStart | undefined>('set dialog', undefined);
  const hasTwoLists = useHasTwoLists();
  const offReason = useSubscriptionActive() ? undefined : 'Renew to change lists';
  const findCampaign = useCampaignAtWork();
  useRefetchOnProgress(['lists']);
  const total = query.data?.pagination.totalItems ?? 0;
  const isFirst = query.data !== undefined && total === 0 && search === '' && !filter;
  const create = () => setDraft('new');
  return (
    <>
      <SubscriptionNotice>
        Lists and recipients cannot be changed until you renew; do-not-contact still can.
      </SubscriptionNotice>
      {isFirst ? null : (
        <Toolbar
          isPending={query.isPending}
          search={{ label: 'Search lists', value: search, onSearch }}
          filters={
            <>
              <FilterSelect
                label="Show"
                options={FILTERS}
                value={filter ?? ''}
                onChange={(next) => change({ filter: next })}
              />
              <FilterSelect
                label="Sort by"
                options={SORTS}
                value={sort_by}
                onChange={(next) => change({ sort_by: next === DEFAULT_LIST_SORT ? undefined : next })}
              />
            </>
          }
          actions={
            hasTwoLists ? (
              <ReasonButton
                variant="default"
                leftSection={<IconArrowsSplit size={16} />}
                reason={offReason}
                onClick={() => setSet({})}
              >
                New list from…
              </ReasonButton>
            ) : null
          }
          primary={{ label: 'Create List', onPress: create, offReason }}
        />
      )}
      <CardGrid
        label="Lists"
        items={query.data?.lists}
        itemKey={({ id }) => id}
        query={query}
        failure="Failed to fetch lists"
        skeletonHeight={178}
        card={(list) => (
          <ListCard
            list={list}
            campaign={findCampaign({ list_id: list.id })}
            offReason={offReason}
            onEdit={setDraft}
            onMakeFrom={({ id, name, recipient_count }) => setSet({ list: { id, name, recipient_count } })}
          />
        )}
        last={<DoNotContactCard />}
        empty={
          isFirst ? (
            <FirstList onCreate={create} offReason={offReason} />
          ) : (
            <NoMatch
              noun="list"
              page={page}
              onPage={onPage}
              onReset={() => change({ search: '', filter: undefined })}
            />
          )
        }
        foot={
          total > limit ? (
            <Pagination bare page={page} pageSize={limit} totalItems={total} onPage={onPage} />
          ) : null
        }
      />
      {set ? <SetDialog start={set} onClose={() => setSet(undefined)} /> : null}
      {draft === 'new' ? <NewListDialog onClose={() => setDraft(undefined)} /> : null}
      {draft && draft !== 'new' ? <ListDialog draft={draft} onClose={() => setDraft(undefined)} /> : null}
    </>
  );
}

function FirstList({ onCreate, offReason }: { onCreate: () => void; offReason: string | undefined }) {
  return (
    <EmptyState
      drawing="cards"
      title="No lists yet"
      sentence="A list holds the people a campaign writes to: type them in, or import a file."
      action={
        <ReasonButton reason={offReason} onClick={onCreate}>
          Create List
        </ReasonButton>
      }
    />
  );
}
