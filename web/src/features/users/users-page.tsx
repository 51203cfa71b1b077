import type { UserAccount } from '@pigeonpost/contract/calls/users';
import { USERS_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatClockSeconds } from '../../format/format-time.ts';
import { useListSearch } from '../../list-search.ts';
import { EmptyActions, EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useFetchFailure } from '../../ui/feedback/fetch-failure.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { useSelection } from '../../ui/table/selection.ts';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import { usersQuery } from './api.ts';
import { UserCard, userColumns } from './user-columns.tsx';
import { UserFilterSelects, UserTabs } from './user-filters.tsx';
import type { OpenedDialog } from './user-menu.tsx';
import css from './users.module.css';

const ExtendBar = lazyPart(() => import('./extend-bar.tsx').then((m) => m.ExtendBar));
const UserDialog = lazyPart(() => import('./user-dialog.tsx').then((m) => m.UserDialog));

const route = getRouteApi('/users/users');

/** All accounts, for administrators. Polling keeps them current without disturbing an open dialog. */
export function UsersPage() {
  const { search, page, change, onSearch, onPage } = useListSearch(USERS_PAGE_SIZE);
  const {
    role,
    pack,
    status,
    view,
    sort_by = view === 'ending' ? 'end_asc' : 'created_asc',
  } = route.useSearch();
  const filters = {
    ...(role && { role }),
    ...(pack && { pack }),
    ...(status && { status }),
    ...(view && { view }),
  };
  const query = useQuery(usersQuery({ search, page, sort_by, ...filters }));
  const fetched = useFetchFailure(query, 'Failed to fetch users');
  const [opened, setOpened] = useKeptState<OpenedDialog | undefined>('user dialog', undefined);
  const columns = useMemo(() => userColumns(setOpened), [setOpened]);
  const rows = query.data?.users;
  const selection = useSelection({ rows, id: idOf, label: nameOf });
  const total = query.data?.pagination.total ?? 0;
  const isFiltered = Boolean(search || role || pack || status || view);
  const reset = () => change(NO_FILTER);
  const create = () => setOpened({ action: 'new' });
  return (
    <>
      <Toolbar
        search={{ label: 'Search users', value: search, onSearch }}
        filters={<UserFilterSelects role={role} pack={pack} status={status} onChange={change} />}
        onReset={isFiltered ? reset : undefined}
        actions={<LastUpdated at={query.dataUpdatedAt} />}
        primary={{ label: 'Add User', onPress: create }}
      />
      <UserTabs counts={query.data?.counts} view={view} status={status} onChange={change} />
      <DataTable<UserAccount>
        label="Users"
        columns={columns}
        rows={rows}
        rowKey={idOf}
        query={fetched}
        failure="Failed to fetch users"
        skeletonRows={8}
        card={(user) => <UserCard user={user} onAction={setOpened} />}
        sort={{ by: sort_by, onSort: (by) => change({ sort_by: by }) }}
        selection={selection}
        bulkBar={
          selection.ids.size > 0 ? (
            <ExtendBar
              selection={selection}
              rows={rows ?? []}
              onChoose={(user_ids) => setOpened({ action: 'extend', user_ids })}
            />
          ) : undefined
        }
        empty={
          page > 1 && total > 0 ? (
            <NoMatch noun="user" page={page} onPage={onPage} onReset={reset} />
          ) : (
            <NoUsers onReset={isFiltered ? reset : undefined} onCreate={create} />
          )
        }
        foot={<Pagination page={page} pageSize={USERS_PAGE_SIZE} totalItems={total} onPage={onPage} />}
      />
      {opened ? (
        <UserDialog
          opened={opened}
          rows={rows}
          onExtended={selection.clear}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  );
}

const idOf = ({ id }: UserAccount) => id;
const nameOf = ({ username }: UserAccount) => username;

const NO_FILTER = {
  search: undefined,
  role: undefined,
  pack: undefined,
  status: undefined,
  view: undefined,
};

/** The time of the rows; its space is reserved beforehand. */
function LastUpdated({ at }: { at: number }) {
  const time = at > 0 ? formatClockSeconds(new Date(at).toISOString()) : '–';
  return <p className={`${css.updated} dimmed`}>Last updated {time}</p>;
}

function NoUsers({ onReset, onCreate }: { onReset: (() => void) | undefined; onCreate: () => void }) {
  return (
    <EmptyState
      drawing="people"
      title="No users found"
      sentence={onReset ? 'No users match your current filters.' : 'No users have been created yet.'}
      action={
        <EmptyActions onReset={onReset} onCreate={onCreate}>
          Create First User
        </EmptyActions>
      }
    />
  );
}
