import { ApiError } from '@pigeonpost/contract/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useRefetchOnProgress } from '../../api/refetch-on-progress.ts';
import { useSubscriptionActive } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { errorText } from '../../ui/error-text.ts';
import { NotFoundState } from '../../ui/not-found-state.tsx';
import { SubscriptionNotice } from '../../ui/subscription-notice.tsx';
import { toast } from '../../ui/toast.ts';
import { listQuery } from '../lists/api.ts';
import { ListHeader } from './list-header.tsx';
import { RecipientsTable } from './recipients-table.tsx';

const AddRecipientDialog = lazy(() =>
  import('./add-recipient-dialog.tsx').then((m) => ({ default: m.AddRecipientDialog })),
);

const ImportDialog = lazy(() =>
  import('./import/import-dialog.tsx').then((m) => ({ default: m.ImportDialog })),
);

/** The recipients of one list (spec 1, section 2). */
export function ListPage() {
  const { id } = useParams({ strict: false });
  const listId = Number(id);
  return Number.isSafeInteger(listId) && listId > 0 ? (
    <ListById key={listId} id={listId} />
  ) : (
    <ListNotFound />
  );
}

function ListById({ id }: { id: number }) {
  const query = useQuery(listQuery(id));
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  const [opened, setOpened] = useState<'import' | 'add'>();
  const offReason = useSubscriptionActive() ? undefined : 'Renew to change recipients';
  const close = () => setOpened(undefined);
  useRefetchOnProgress(['lists']);
  useRefetchOnProgress(['recipients', id]);
  useWayBack(query.data || isMissing ? null : query.error);
  if (isMissing) return <ListNotFound />;
  return (
    <>
      <Breadcrumbs section="Lists" to={paths.lists} current={query.data?.name ?? 'List'} />
      <SubscriptionNotice>
        Recipients cannot be changed until you renew; do-not-contact still can.
      </SubscriptionNotice>
      <ListHeader
        list={query.data}
        offReason={offReason}
        onImport={() => setOpened('import')}
        onAdd={() => setOpened('add')}
      />
      <RecipientsTable
        listId={id}
        list={query.data}
        offReason={offReason}
        onImport={() => setOpened('import')}
      />
      <Suspense fallback={null}>
        {opened === 'add' ? <AddRecipientDialog listId={id} onClose={close} /> : null}
        {opened === 'import' ? <ImportDialog listId={id} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

/** Any failure but a 404 leads back to the lists, and says why (spec 1, section 8). */
function useWayBack(error: Error | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!error) return;
    toast.error(errorText(error, 'Failed to fetch list details'));
    navigate({ to: paths.lists, replace: true });
  }, [error, navigate]);
}

function ListNotFound() {
  return (
    <NotFoundState
      title="List not found"
      sentence="It was deleted, or the address is not quite right."
      section={{ label: 'Lists', to: paths.lists }}
    />
  );
}
