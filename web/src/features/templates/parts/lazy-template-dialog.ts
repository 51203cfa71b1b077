import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';

/** Makes or changes a template. */
export const TemplateDialog = lazyPart(() => import('../template-dialog.tsx').then((m) => m.TemplateDialog));
