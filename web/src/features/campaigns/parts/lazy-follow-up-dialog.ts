import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';

/** Fetched when it is opened. */
export const FollowUpDialog = lazyPart(() => import('../follow-up-dialog.tsx').then((m) => m.FollowUpDialog));
