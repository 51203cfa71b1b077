import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';

/** Imports names into a list. */
export const ImportDialog = lazyPart(() => import('../import/import-dialog.tsx').then((m) => m.ImportDialog));

/** Makes a list, and continues with the import of its first names. */
export const NewListDialog = lazyPart(() =>
  import('../import/new-list-dialog.tsx').then((m) => m.NewListDialog),
);
