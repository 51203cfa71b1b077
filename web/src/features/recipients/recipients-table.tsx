import type { List } from '@pigeonpost/contract/calls/lists';
import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import { RECIPIENTS_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { formatCount } from '../../format/format-number.ts';
import { useListSearch } from '../../list-search.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RunProgress } from '../../ui/feedback/run-progress.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { useRowFocus } from '../../ui/table/row-focus.ts';
import { useSelection } from '../../ui/table/selection.ts';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import { recipientsQuery } from './api.ts';
import { BulkActions } from './bulk-actions.tsx';
import { RECIPIENT_COLUMNS, RecipientCard } from './recipient-columns.tsx';
import css from './recipients.module.css';
import { StatusFilter } from './status-filter.tsx';
import { type BulkState, useBulk } from './use-bulk.ts';

type RecipientsTableProps = {
  listId: number;
  list: List | undefined;
  /** Why nothing can be changed. */
  offReason: string | undefined;
  onImport: () => void;
};

const route = getRouteApi('/users/lists/$id');

const idOf = ({ id }: Recipient) => id;
const nameOf = ({ recipient }: Recipient) => `@${recipient}`;

/** Everybody in a list: find, select across pages, change one or many. */
export function RecipientsTable({ listId, list, offReason, onImport }: RecipientsTableProps) {
  const { search, page, limit, change, onSearch, onPage } = useListSearch(RECIPIENTS_PAGE_SIZE);
  const { status } = route.useSearch();
  const query = useQuery(recipientsQuery(listId, { search, page, limit, status }));
  const rows = query.data?.recipients;
  const selection = useSelection({ rows, id: idOf, label: nameOf });
  const bulk = useBulk(selection.replace);
  const rowFocus = useRowFocus(rows);
  const total = query.data?.pagination.total ?? 0;
  const isFiltered = search !== '' || status !== undefined;
  const reset = () => change({ search: undefined, status: undefined });
  // A run that took away a whole page is followed by the next one: until then it is no empty list.
  const isBetween = rows?.length === 0 && (bulk.state !== undefined || query.isFetching);
  return (
    <>
      <Toolbar
        search={{ label: 'Search by username', value: search, onSearch }}
        filters={<StatusFilter value={status} list={list} onStatus={(next) => change({ status: next })} />}
        onReset={isFiltered ? reset : undefined}
        actions={bulk.state ? <BulkProgress state={bulk.state} /> : null}
      />
      <div {...rowFocus}>
        <DataTable
          label="Recipients"
          columns={RECIPIENT_COLUMNS}
          rows={isBetween ? undefined : rows}
          rowKey={idOf}
          rowHeight="one-line"
          query={isBetween ? { ...query, isPending: true } : query}
          failure="Failed to fetch recipients"
          skeletonRows={12}
          selection={selection}
          bulkBar={
            selection.ids.size > 0 ? (
              <BulkActions
                selection={selection}
                rows={rows ?? []}
                offReason={offReason}
                onStatus={bulk.setStatus}
                onDelete={bulk.remove}
              />
            ) : null
          }
          card={(recipient) => <RecipientCard recipient={recipient} />}
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
    </>
  );
}

function FirstRecipients({ offReason, onImport }: { offReason: string | undefined; onImport: () => void }) {
  return (
    <EmptyState
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

/** How far a run over many recipients is. */
function BulkProgress({ state }: { state: BulkState }) {
  const { verb, done, of } = state;
  return (
    <div className={css.progress}>
      <p>
        {verb} {formatCount(done)} of {formatCount(of)} recipients
      </p>
      <RunProgress label={`${verb} recipients`} done={done} of={of} />
    </div>
  );
}
