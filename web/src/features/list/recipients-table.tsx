import type { List } from '@pigeonpost/contract/calls/lists';
import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import { RECIPIENTS_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useListSearch } from '../../list-search.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NoMatch } from '../../ui/no-match.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { useSelection } from '../../ui/selection.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { recipientsQuery } from './api.ts';
import { BulkActions } from './bulk-actions.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { RECIPIENT_COLUMNS, RecipientCard } from './recipient-columns.tsx';
import type { RecipientsSearch } from './recipients-search.ts';
import { StatusFilter } from './status-filter.tsx';
import { useBulk } from './use-bulk.ts';

type RecipientsTableProps = {
  listId: number;
  list: List | undefined;
  /** Why nothing can be changed. */
  offReason: string | undefined;
  onImport: () => void;
};

const idOf = ({ id }: Recipient) => id;
const nameOf = ({ recipient }: Recipient) => `@${recipient}`;

/** Everybody in a list: find, select across pages, change one or many. */
export function RecipientsTable({ listId, list, offReason, onImport }: RecipientsTableProps) {
  const { search, page, limit, change, onSearch, onPage } = useListSearch(RECIPIENTS_PAGE_SIZE);
  const { status } = useSearch({ strict: false }) as RecipientsSearch;
  const query = useQuery(recipientsQuery(listId, { search, page, limit, status }));
  const rows = query.data?.recipients;
  const selection = useSelection({ rows, id: idOf, label: nameOf });
  const bulk = useBulk(selection.replace);
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
