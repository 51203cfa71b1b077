import type { List } from '@pigeonpost/contract/calls/lists';
import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import { RECIPIENTS_PAGE_SIZE } from '@pigeonpost/contract/limits';
import {
  DEFAULT_RECIPIENT_SORT,
  NAME_WORDS,
  type RecipientBulkAction,
  shownName,
} from '@pigeonpost/contract/recipients';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useNameKind } from '../../account/settings.ts';
import { useListSearch } from '../../list-search.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { lazyPart, useIsPartReady } from '../../ui/feedback/lazy-part.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { useTagKey } from '../../ui/table/row-keys.ts';
import type { RowMenuItem } from '../../ui/table/row-menu-list.tsx';
import { useAllMatching, useSelection } from '../../ui/table/selection.ts';
import type { SetStart } from '../list-sets/parts/set-start.ts';
import { conditionsOf } from '../views/parts/conditions-of.ts';
import type { FilterDialog } from '../views/parts/list-filter.tsx';
import { recipientsQuery } from './api.ts';
import { BulkActions } from './bulk-actions.tsx';
import { columnItems, useListColumns } from './list-columns.ts';
import { ListTools } from './list-tools.tsx';
import { RecipientCard, recipientColumns } from './recipient-columns.tsx';
import { useBulk } from './use-bulk.ts';
import { useBulkMatching } from './use-bulk-matching.ts';
import { useListFilter } from './use-list-filter.ts';
import { useListTags, useTagging } from './use-tagging.ts';
import { useValueSetting } from './values/use-value-setting.ts';
import type { Chosen } from './write-press.tsx';

const TagRecipientsDialog = lazyPart(() =>
  import('./tag-recipients-dialog.tsx').then((m) => m.TagRecipientsDialog),
);

const SetValueDialog = lazyPart(() => import('./values/set-value-dialog.tsx').then((m) => m.SetValueDialog));

const ListFilter = lazyPart(() => import('../views/parts/list-filter.tsx').then((m) => m.ListFilter));

type RecipientsTableProps = {
  list_id: number;
  list: List | undefined;
  /** Why nothing can be changed. */
  offReason: string | undefined;
  /** The page's header, whose presses are about those that are chosen here. */
  head: (shown: { chosen: Chosen | undefined; columns: RowMenuItem[] }) => ReactNode;
  onImport: () => void;
  /** Makes a list of some of its people. */
  onMakeList: (start: SetStart) => void;
};

const route = getRouteApi('/users/lists/$id');

/** Asks for the tags of a page without a field. */
const TAGS_ALONE = '0';

const idOf = ({ id }: Recipient) => id;
const nameOf = ({ recipient }: Recipient) => shownName(recipient);

/** The recipients of a list: find, select across pages, change one or many. */
export function RecipientsTable(props: RecipientsTableProps) {
  const { list_id, list, offReason, head, onImport, onMakeList } = props;
  const { search, page, limit, change: move, onSearch, onPage } = useListSearch(RECIPIENTS_PAGE_SIZE);
  const words = NAME_WORDS[useNameKind()];
  const { status, sort_by = DEFAULT_RECIPIENT_SORT } = route.useSearch();
  const { fields, shown, toggle } = useListColumns(list_id);
  const tags = useListTags();
  const ids = shown.map(({ id }) => id).join() || (tags.length > 0 ? TAGS_ALONE : undefined);
  const filter = useListFilter();
  const { views, view, where } = filter;
  const [dialog, setDialog] = useKeptState<FilterDialog>('filter of a list', undefined);
  const asked = { search, page, limit, status, sort_by, fields: ids, where, view: filter.unknown };
  const query = useQuery({ ...recipientsQuery(list_id, asked), enabled: !filter.isWaiting });
  const rows = query.data?.recipients;
  const ticked = useSelection({ rows, id: idOf, label: nameOf });
  const bulk = useBulk(list_id, ticked.replace);
  const total = query.data?.pagination.total ?? 0;
  const { selection, isAll, selectAll } = useAllMatching(ticked, `${status} ${search} ${where}`);
  const matching = useBulkMatching({ list_id, status, search, where, total }, ticked.clear);
  const { tagOne, ...tagging } = useTagging({
    list_id,
    total,
    tagMatching: matching.tag,
    select: ticked.replace,
  });
  const values = useValueSetting({ list_id, total, setMatching: matching.setValue, select: ticked.replace });
  const hasReplies = status === 'replied' || (rows?.some((row) => row.replied_at !== undefined) ?? false);
  const options = useMemo(
    () => ({ shown, tags, hasReplies, onTag: tagOne }),
    [shown, tags, hasReplies, tagOne],
  );
  const columns = useMemo(() => recipientColumns(options), [options]);
  const table = useTagKey(rows, (row) => (offReason ? toast.warning(offReason) : tagOne(row)));
  const running = bulk.state ?? matching.state ?? tagging.state ?? values.state;
  const change = (action: RecipientBulkAction) => {
    if (isAll) return matching.change(action);
    const ids = [...ticked.ids];
    return action === 'delete' ? bulk.remove(ids) : bulk.setStatus(ids, action);
  };
  const matchingStart: SetStart = { search, status: status ?? null, conditions: conditionsOf(where) };
  const makeListOfMatching = () => onMakeList(matchingStart);
  const onSort = (by: string) => move({ sort_by: by === DEFAULT_RECIPIENT_SORT ? undefined : by });
  const isSeenByView = where !== undefined || filter.unknown !== undefined;
  const hasFilter = views.length > 0 || isSeenByView;
  // The tabs of the views stand above the table, which waits for them.
  const isPlaced = useIsPartReady(ListFilter, hasFilter) && filter.isKnown;
  const isFiltered = search !== '' || status !== undefined || isSeenByView;
  const reset = () => move({ search: undefined, status: undefined, view: undefined, where: undefined });
  const isTicked = ticked.ids.size > 0 && !isAll;
  const chosen = isTicked
    ? { start: { ids: [...ticked.ids] }, count: ticked.ids.size }
    : isAll || isFiltered
      ? { start: matchingStart, count: total }
      : undefined;
  // After a run that removed a whole page the next one is fetched: until then the list is not shown as empty.
  const isBetween = rows?.length === 0 && (running !== undefined || query.isFetching);
  return (
    <>
      {head({ chosen, columns: columnItems({ fields, shown, toggle }) })}
      <ListTools
        list={list}
        search={{ label: `Search by ${words.one}`, value: search, onSearch }}
        status={status}
        onStatus={(next) => move({ status: next })}
        onFilter={() => setDialog({})}
        sort={{ by: sort_by, onSort }}
        onReset={isFiltered ? reset : undefined}
        running={running}
      />
      {hasFilter || dialog ? (
        <ListFilter
          list_id={list_id}
          everybody={list?.recipient_count}
          views={views}
          view={view}
          where={where}
          isPageShown={rows !== undefined}
          opened={dialog}
          onOpen={setDialog}
          onFilter={move}
          matching={query.isPlaceholderData ? undefined : query.data?.pagination.total}
          onMakeList={makeListOfMatching}
          offReason={offReason}
        />
      ) : null}
      <div ref={table} hidden={!isPlaced}>
        <DataTable
          label="Recipients"
          columns={columns}
          rows={isBetween ? undefined : rows}
          rowKey={idOf}
          reusesRows
          rowHeight="one-line"
          query={isBetween ? { ...query, isPending: true } : query}
          failure="Failed to fetch recipients"
          skeletonRows={12}
          sort={{ by: sort_by, onSort }}
          selection={selection}
          bulkBar={
            ticked.ids.size > 0 ? (
              <BulkActions
                selection={selection}
                rows={rows ?? []}
                total={total}
                isTotalKnown={!query.isPlaceholderData}
                isAll={isAll}
                offReason={offReason}
                onAll={selectAll}
                onChange={change}
                onMakeList={() => (isAll ? makeListOfMatching() : onMakeList({ ids: [...ticked.ids] }))}
                onSetValue={() => values.ask(isAll ? {} : { ids: [...ticked.ids] })}
                onTag={() => (isAll ? tagging.tagAll() : tagging.tagSelected([...ticked.ids]))}
              />
            ) : null
          }
          card={(recipient) => <RecipientCard recipient={recipient} {...options} />}
          empty={
            isFiltered || page > 1 ? (
              <NoMatch noun="recipient" page={page} onPage={onPage} onReset={reset} />
            ) : (
              <FirstRecipients offReason={offReason} onImport={onImport} />
            )
          }
          foot={<Pagination numbered page={page} pageSize={limit} totalItems={total} onPage={onPage} />}
        />
      </div>
      <KnownDialogs tag={tagging.dialog} value={values.dialog} />
    </>
  );
}

type KnownDialogsProps = {
  tag: ReturnType<typeof useTagging>['dialog'];
  value: ReturnType<typeof useValueSetting>['dialog'];
};

/** What people get is asked for: a tag, or a value. */
function KnownDialogs({ tag, value }: KnownDialogsProps) {
  return (
    <>
      {tag ? <TagRecipientsDialog {...tag} /> : null}
      {value ? <SetValueDialog {...value} /> : null}
    </>
  );
}

function FirstRecipients({ offReason, onImport }: { offReason: string | undefined; onImport: () => void }) {
  return (
    <EmptyState
      drawing="envelope"
      title="No recipients yet"
      sentence="Add people one by one, or import many from a text or a file."
      action={
        <ReasonButton variant="default" reason={offReason} onClick={onImport}>
          Bulk Import
        </ReasonButton>
      }
    />
  );
}
