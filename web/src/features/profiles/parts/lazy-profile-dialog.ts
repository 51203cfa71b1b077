import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';

/** Adds a profile or changes one. */
export const ProfileDialog = lazyPart(() => import('../profile-dialog.tsx').then((m) => m.ProfileDialog));
