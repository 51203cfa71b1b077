import type { Ticket } from '@pigeonpost/contract/calls/support';
import { TICKETS_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useListSearch } from '../../list-search.ts';
import { EmptyActions } from '../../ui/feedback/empty-actions.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import { ticketsQuery, useLiveTickets } from './api.ts';
import { TICKET_COLUMNS, TicketCard } from './ticket-columns.tsx';
import { CATEGORY_OPTIONS, PRIORITY_OPTIONS, STATUS_OPTIONS } from './ticket-labels.tsx';

const NewTicketDialog = lazyPart(() =>
  import('./parts/new-ticket-dialog.tsx').then((m) => m.NewTicketDialog),
);

const route = getRouteApi('/users/support');

/** The support tickets: one's own, or for administrators everybody's. */
export function SupportPage() {
  const { search, page, change, onSearch, onPage } = useListSearch(TICKETS_PAGE_SIZE);
  const { status, priority, category } = route.useSearch();
  const query = useQuery(
    ticketsQuery({
      search,
      page,
      ...(status && { status }),
      ...(priority && { priority }),
      ...(category && { category }),
    }),
  );
  const [isNew, setNew] = useKeptState('ticket dialog', false);
  useLiveTickets();
  const total = query.data?.pagination.total ?? 0;
  const isFiltered = Boolean(search || status || priority || category);
  const reset = () =>
    change({ search: undefined, status: undefined, priority: undefined, category: undefined });
  return (
    <>
      <Toolbar
        search={{ label: 'Search tickets', value: search, onSearch }}
        filters={<Filters status={status} priority={priority} category={category} onChange={change} />}
        onReset={isFiltered ? reset : undefined}
        primary={{ label: 'New Ticket', onPress: () => setNew(true) }}
      />
      <DataTable<Ticket>
        label="Support tickets"
        columns={TICKET_COLUMNS}
        rows={query.data?.tickets}
        rowKey={({ id }) => id}
        query={query}
        failure="Failed to fetch tickets"
        card={(ticket) => <TicketCard ticket={ticket} />}
        empty={
          page > 1 && total > 0 ? (
            <NoMatch noun="ticket" page={page} onPage={onPage} onReset={reset} />
          ) : (
            <NoTickets onReset={isFiltered ? reset : undefined} onCreate={() => setNew(true)} />
          )
        }
        foot={
          total > TICKETS_PAGE_SIZE ? (
            <Pagination page={page} pageSize={TICKETS_PAGE_SIZE} totalItems={total} onPage={onPage} />
          ) : null
        }
      />
      {isNew ? <NewTicketDialog onClose={() => setNew(false)} /> : null}
    </>
  );
}

const anyOr = <Option,>(label: string, options: Option[]) => [{ value: '', label }, ...options];

const STATUSES = anyOr('All statuses', STATUS_OPTIONS);
const PRIORITIES = anyOr('All priorities', PRIORITY_OPTIONS);
const CATEGORIES = anyOr('All categories', CATEGORY_OPTIONS);

type FiltersProps = {
  status: string | undefined;
  priority: string | undefined;
  category: string | undefined;
  onChange: (part: Record<string, string>) => void;
};

function Filters({ status = '', priority = '', category = '', onChange }: FiltersProps) {
  return (
    <>
      <FilterSelect<string>
        label="Status"
        options={STATUSES}
        value={status}
        onChange={(next) => onChange({ status: next })}
      />
      <FilterSelect<string>
        label="Priority"
        options={PRIORITIES}
        value={priority}
        onChange={(next) => onChange({ priority: next })}
      />
      <FilterSelect<string>
        label="Category"
        options={CATEGORIES}
        value={category}
        onChange={(next) => onChange({ category: next })}
      />
    </>
  );
}

function NoTickets({ onReset, onCreate }: { onReset: (() => void) | undefined; onCreate: () => void }) {
  return (
    <EmptyState
      drawing="answers"
      title="No tickets found"
      sentence={
        onReset ? 'No tickets match your current filters.' : "You haven't created any support tickets yet."
      }
      action={
        <EmptyActions onReset={onReset} onCreate={onCreate}>
          Create Your First Ticket
        </EmptyActions>
      }
    />
  );
}
