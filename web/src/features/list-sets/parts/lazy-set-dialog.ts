import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';

/** Makes a new list from lists. */
export const SetDialog = lazyPart(() => import('../set-dialog.tsx').then((m) => m.SetDialog));
