import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';

/** Creates a list, or changes the name and description of one. */
export const ListDialog = lazyPart(() => import('../list-dialog.tsx').then((m) => m.ListDialog));

/** Makes a list, and continues with the import of its first names. */
export const NewListDialog = lazyPart(() => import('../list-dialog.tsx').then((m) => m.NewListDialog));
