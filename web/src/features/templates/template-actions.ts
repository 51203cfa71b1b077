import type { Template } from '@pigeonpost/contract/calls/templates';
import { toast } from '../../ui/feedback/toast.ts';
import { useDeleteTemplate, useRestoreTemplate, useSelectTemplate } from './api.ts';

/** The actions on a template; a delete can be undone. */
export function useTemplateActions(template: Template) {
  const { mutate: select } = useSelectTemplate();
  const { mutate: restore } = useRestoreTemplate();
  const deleting = useDeleteTemplate();
  const remove = async () => {
    await deleting.mutateAsync(template.id);
    toast.undo(`“${template.name}” deleted.`, () => restore(template));
  };
  return { select: () => select(template), remove: () => remove().catch(() => {}) };
}
