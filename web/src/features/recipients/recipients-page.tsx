import type { List } from '@pigeonpost/contract/calls/lists';
import { ApiError } from '@pigeonpost/contract/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useRefetchOnProgress } from '../../api/refetch-soon.ts';
import { useSubscriptionActive } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { NotFoundState } from '../../ui/feedback/not-found-state.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { SetDialog } from '../list-sets/parts/lazy-set-dialog.ts';
import type { SetStart } from '../list-sets/parts/set-start.ts';
import { listQuery } from '../lists/api.ts';
import { SubscriptionNotice } from '../subscription/parts/subscription-notice.tsx';
import { ListHeader } from './list-header.tsx';
import { ImportDialog } from './parts/lazy-import-dialog.ts';
import { RecipientsTable } from './recipients-table.tsx';

const AddRecipientDialog = lazyPart(() =>
  import('./add-recipient-dialog.tsx').then((m) => m.AddRecipientDialog),
);

const route = getRouteApi('/users/lists/$id');

/** The recipients of one list. */
export function RecipientsPage() {
  const { id } = route.useParams();
  return Number.isSafeInteger(id) && id > 0 ? <ListById key={id} id={id} /> : <ListNotFound />;
}

function ListById({ id }: { id: number }) {
  const query = useQuery(listQuery(id));
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  const [opened, setOpened] = useKeptState<'import' | 'add' | SetStart | undefined>(
    'recipients dialog',
    undefined,
  );
  const close = () => setOpened(undefined);
  useRefetchOnProgress(['lists']);
  useRefetchOnProgress(['recipients', 'list', id]);
  useWayBack(query.data || isMissing ? null : query.error);
  // A dialog stays over a deleted list, because its typed text would be lost.
  return (
    <>
      {isMissing ? (
        <ListNotFound />
      ) : (
        <ListShown
          id={id}
          list={query.data}
          onImport={() => setOpened('import')}
          onAdd={() => setOpened('add')}
          onMakeList={(start) => query.data && setOpened({ ...start, list: sourceOf(query.data) })}
        />
      )}
      {opened === 'add' ? <AddRecipientDialog list_id={id} onClose={close} /> : null}
      {typeof opened === 'object' ? <SetDialog start={opened} onClose={close} /> : null}
      {opened === 'import' ? <ImportDialog list_id={id} onClose={close} /> : null}
    </>
  );
}

type ListShownProps = {
  id: number;
  list: List | undefined;
  onImport: () => void;
  onAdd: () => void;
  onMakeList: (start: SetStart) => void;
};

function ListShown({ id, list, onImport, onAdd, onMakeList }: ListShownProps) {
  const offReason = useSubscriptionActive() ? undefined : 'Renew to change recipients';
  return (
    <>
      <Breadcrumbs section="Lists" to={paths.lists} current={list?.name ?? 'List'} />
      <SubscriptionNotice>
        Recipients cannot be changed until you renew; do-not-contact still can.
      </SubscriptionNotice>
      <RecipientsTable
        head={(shown) => (
          <ListHeader
            list={list}
            offReason={offReason}
            onImport={onImport}
            onAdd={onAdd}
            onMakeList={onMakeList}
            {...shown}
          />
        )}
        list_id={id}
        list={list}
        offReason={offReason}
        onImport={onImport}
        onMakeList={onMakeList}
      />
    </>
  );
}

const sourceOf = ({ id, name, recipient_count }: List) => ({ id, name, recipient_count });

/** Any failure except a 404 leads back to the lists, and says why. */
function useWayBack(error: Error | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!error) return;
    toast.failure(error, 'Failed to fetch list details');
    navigate({ to: paths.lists, replace: true });
  }, [error, navigate]);
}

function ListNotFound() {
  return (
    <NotFoundState
      title="List not found"
      sentence="It was deleted, or the address is wrong."
      section={{ label: 'Lists', to: paths.lists }}
    />
  );
}
