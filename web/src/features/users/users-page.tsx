import type { UserAccount } from '@pigeonpost/contract/calls/users';
import { USERS_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatClockSeconds } from '../../format/format-time.ts';
import { useListSearch } from '../../list-search.ts';
import { EmptyActions } from '../../ui/feedback/empty-actions.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useFetchFailure } from '../../ui/feedback/fetch-failure.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import { usersQuery } from './api.ts';
import { UserCard, userColumns } from './user-columns.tsx';
import type { UserAction } from './user-menu.tsx';
import css from './users.module.css';

const NewUserDialog = lazyPart(() => import('./new-user-dialog.tsx').then((m) => m.NewUserDialog));
const EditUserDialog = lazyPart(() => import('./edit-user-dialog.tsx').then((m) => m.EditUserDialog));
const PasswordDialog = lazyPart(() => import('./password-dialog.tsx').then((m) => m.PasswordDialog));
const DeleteUserDialog = lazyPart(() => import('./delete-user-dialog.tsx').then((m) => m.DeleteUserDialog));

const route = getRouteApi('/users/users');

/** All accounts, for administrators: kept current by asking again, whatever is open over them stays. */
export function UsersPage() {
  const { search, page, change, onSearch, onPage } = useListSearch(USERS_PAGE_SIZE);
  const { role, pack, status } = route.useSearch();
  const query = useQuery(
    usersQuery({ search, page, ...(role && { role }), ...(pack && { pack }), ...(status && { status }) }),
  );
  const fetched = useFetchFailure(query, 'Failed to fetch users');
  const [opened, setOpened] = useKeptState<UserAction | { action: 'new' } | undefined>(
    'user dialog',
    undefined,
  );
  const columns = useMemo(() => userColumns(setOpened), [setOpened]);
  const total = query.data?.pagination.total ?? 0;
  const isFiltered = Boolean(search || role || pack || status);
  const reset = () => change({ search: undefined, role: undefined, pack: undefined, status: undefined });
  const create = () => setOpened({ action: 'new' });
  return (
    <>
      <Toolbar
        search={{ label: 'Search users', value: search, onSearch }}
        filters={<Filters role={role} pack={pack} status={status} onChange={change} />}
        onReset={isFiltered ? reset : undefined}
        actions={<LastUpdated at={query.dataUpdatedAt} />}
        primary={{ label: 'Add User', onPress: create }}
      />
      <DataTable<UserAccount>
        label="Users"
        columns={columns}
        rows={query.data?.users}
        rowKey={({ id }) => id}
        query={fetched}
        failure="Failed to fetch users"
        skeletonRows={8}
        card={(user) => <UserCard user={user} onAction={setOpened} />}
        empty={
          page > 1 && total > 0 ? (
            <NoMatch noun="user" page={page} onPage={onPage} onReset={reset} />
          ) : (
            <NoUsers onReset={isFiltered ? reset : undefined} onCreate={create} />
          )
        }
        foot={<Pagination page={page} pageSize={USERS_PAGE_SIZE} totalItems={total} onPage={onPage} />}
      />
      {opened ? <Dialog opened={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}

type DialogProps = { opened: UserAction | { action: 'new' }; onClose: () => void };

function Dialog({ opened, onClose }: DialogProps) {
  if (opened.action === 'new') return <NewUserDialog onClose={onClose} />;
  if (opened.action === 'edit') return <EditUserDialog user={opened.user} onClose={onClose} />;
  if (opened.action === 'password') return <PasswordDialog user={opened.user} onClose={onClose} />;
  return <DeleteUserDialog user={opened.user} onClose={onClose} />;
}

const ROLE_OPTIONS = [
  { value: '', label: 'All roles' },
  { value: 'admin', label: 'Admin' },
  { value: 'user', label: 'User' },
];
const PACK_OPTIONS = [
  { value: '', label: 'All packs' },
  { value: 'pro', label: 'Pro' },
  { value: 'starter', label: 'Starter' },
];
const STATUS_OPTIONS = [
  { value: '', label: 'All statuses' },
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
];

type FiltersProps = {
  role: string | undefined;
  pack: string | undefined;
  status: string | undefined;
  onChange: (part: Record<string, string>) => void;
};

function Filters({ role = '', pack = '', status = '', onChange }: FiltersProps) {
  return (
    <>
      <FilterSelect
        label="Role"
        options={ROLE_OPTIONS}
        value={role}
        onChange={(next) => onChange({ role: next })}
      />
      <FilterSelect
        label="Pack"
        options={PACK_OPTIONS}
        value={pack}
        onChange={(next) => onChange({ pack: next })}
      />
      <FilterSelect
        label="Status"
        options={STATUS_OPTIONS}
        value={status}
        onChange={(next) => onChange({ status: next })}
      />
    </>
  );
}

/** When the rows are from; its place is there before its time. */
function LastUpdated({ at }: { at: number }) {
  const time = at > 0 ? formatClockSeconds(new Date(at).toISOString()) : '–';
  return <p className={css.updated}>Last updated {time}</p>;
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
