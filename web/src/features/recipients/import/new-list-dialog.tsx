import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { useReturnFocus } from '../../../ui/feedback/return-focus.ts';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { ListDialog } from '../../lists/parts/list-dialog.tsx';

const ImportDialog = lazyPart(() => import('./import-dialog.tsx').then((m) => m.ImportDialog));

/** Makes a list, and continues with the import of its first names. */
export function NewListDialog({ onClose }: { onClose: () => void }) {
  const [madeId, setMadeId] = useKeptState<number | undefined>('list just made', undefined);
  // The import opens over the list's own dialog; only here the opener of both is known.
  useReturnFocus();
  return madeId === undefined ? (
    <ListDialog draft={{ name: '', description: '' }} onMade={setMadeId} onClose={onClose} />
  ) : (
    <ImportDialog list_id={madeId} onClose={onClose} />
  );
}
