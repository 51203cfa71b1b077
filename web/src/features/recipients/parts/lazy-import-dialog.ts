import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';

/** Imports names into a list. */
export const ImportDialog = lazyPart(() => import('../import/import-dialog.tsx').then((m) => m.ImportDialog));
