import { Button } from '@mantine/core';
import type { TicketSort } from '@pigeonpost/contract/account/support';
import type { Ticket } from '@pigeonpost/contract/calls/support';
import { TICKETS_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useUser } from '../../api/session.ts';
import { useListSearch } from '../../list-search.ts';
import { EmptyActions, EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import { ticketsQuery, useLiveTickets } from './api.ts';
import { NewTicketDialog } from './parts/renew-button.tsx';
import { waitingQuery } from './parts/waiting.ts';
import { QUEUE_COLUMNS } from './queue-columns.tsx';
import { QueueTabs } from './queue-tabs.tsx';
import { searchOfView, type TicketFilters, type TicketView, viewOf } from './support-search.ts';
import { TICKET_COLUMNS, TicketCard } from './ticket-columns.tsx';
import { TicketFilterSelects } from './ticket-filters.tsx';

const route = getRouteApi('/users/support');

/** The support tickets: one's own, or the queue of all for administrators. */
export function SupportPage() {
  const { search, page, change, onSearch, onPage } = useListSearch(TICKETS_PAGE_SIZE);
  const filters = route.useSearch();
  const isAdmin = useUser()?.role === 'admin';
  const view = useView(filters);
  const sort_by = filters.sort_by ?? (isAdmin ? QUEUE_SORTS[view] : 'last_message_desc');
  const query = useQuery(ticketsQuery(placeOf(filters, { isAdmin, view, sort_by, search, page })));
  const [isNew, setNew] = useKeptState('ticket dialog', false);
  useLiveTickets();
  const total = query.data?.pagination.total ?? 0;
  const { status, priority, category, assigned } = filters;
  const isFiltered = Boolean(search || status || priority || category || assigned);
  const reset = () => change(NO_FILTER);
  return (
    <>
      <Toolbar
        search={{
          label: isAdmin ? 'Search ticket, number or user' : 'Search tickets',
          value: search,
          onSearch,
        }}
        filters={<TicketFilterSelects filters={filters} isAdmin={isAdmin} onChange={change} />}
        onReset={isFiltered ? reset : undefined}
        primary={{ label: 'New Ticket', onPress: () => setNew(true) }}
      />
      {isAdmin ? (
        <QueueTabs
          counts={query.data?.counts ?? undefined}
          view={view}
          assigned={assigned}
          onView={(next) => change(searchOfView(next))}
          onAssigned={(next) => change({ assigned: next })}
        />
      ) : null}
      <DataTable<Ticket>
        label="Support tickets"
        columns={isAdmin ? QUEUE_COLUMNS : TICKET_COLUMNS}
        rows={query.data?.tickets}
        rowKey={({ id }) => id}
        query={query}
        failure="Failed to fetch tickets"
        card={(ticket) => <TicketCard ticket={ticket} />}
        {...(isAdmin && { sort: { by: sort_by, onSort: (by: string) => change({ sort_by: by }) } })}
        empty={
          page > 1 && total > 0 ? (
            <NoMatch noun="ticket" page={page} onPage={onPage} onReset={reset} />
          ) : isAdmin && view === 'us' && !isFiltered ? (
            <NothingWaits onAll={() => change({ waiting_for: 'all' })} />
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

const NO_FILTER = {
  search: undefined,
  status: undefined,
  priority: undefined,
  category: undefined,
  assigned: undefined,
};

/** Waiting tickets by waiting time, others newest first. */
const QUEUE_SORTS: Record<TicketView, TicketSort> = {
  us: 'queue',
  them: 'last_message_asc',
  resolved: 'last_message_desc',
  closed: 'last_message_desc',
  all: 'last_message_desc',
};

/** Administrators first see the tickets that wait for them; if there are none, all. */
function useView(filters: TicketFilters): TicketView {
  const { data } = useQuery(waitingQuery);
  return viewOf(filters, data?.waiting === 0 ? 'all' : 'us');
}

/** The server's query. The waiting side and the assignee are for administrators only. */
function placeOf(
  { status, priority, category, assigned }: TicketFilters,
  place: { isAdmin: boolean; view: TicketView; sort_by: TicketSort; search: string; page: number },
) {
  const { isAdmin, view, ...rest } = place;
  return {
    ...rest,
    ...(status && { status }),
    ...(priority && { priority }),
    ...(category && { category }),
    ...(isAdmin && assigned && { assigned }),
    ...(isAdmin && (view === 'us' || view === 'them') && { waiting_for: view }),
  };
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

function NothingWaits({ onAll }: { onAll: () => void }) {
  return (
    <EmptyState
      drawing="answers"
      title="No tickets found"
      sentence="No ticket waits for an answer."
      action={
        <Button variant="default" onClick={onAll}>
          Show all tickets
        </Button>
      }
    />
  );
}
