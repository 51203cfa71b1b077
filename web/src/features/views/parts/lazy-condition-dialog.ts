import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';

/** Chooses one condition. */
export const ConditionDialog = lazyPart(() =>
  import('./condition-dialog.tsx').then((m) => m.ConditionDialog),
);
