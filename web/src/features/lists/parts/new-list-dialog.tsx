import { useState } from 'react';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { useReturnFocus } from '../../../ui/feedback/return-focus.ts';
import { ImportDialog } from '../../recipients/parts/lazy-import-dialog.ts';

/** Creates a list, or changes the name and description of one. */
export const ListDialog = lazyPart(() => import('../list-dialog.tsx').then((m) => m.ListDialog));

/** Makes a list, and continues with the import of its first names. */
export function NewListDialog({ onClose }: { onClose: () => void }) {
  const [madeId, setMadeId] = useState<number>();
  // The import opens over the list's own dialog; only here the opener of both is known.
  useReturnFocus();
  return madeId === undefined ? (
    <ListDialog draft={{ name: '', description: '' }} onMade={setMadeId} onClose={onClose} />
  ) : (
    <ImportDialog list_id={madeId} onClose={onClose} />
  );
}
