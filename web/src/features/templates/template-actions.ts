import type { Template } from '@pigeonpost/contract/calls/templates';
import { toast } from '../../ui/feedback/toast.ts';
import { useDeleteTemplate, useSaveTemplate, useSelectTemplate } from './api.ts';

/** The actions on a template; each reports its result. */
export function useTemplateActions({ id, name, content, is_selected }: Template) {
  const selecting = useSelectTemplate();
  const deleting = useDeleteTemplate();
  const saving = useSaveTemplate({ name, content });
  const select = async () => {
    try {
      await selecting.mutateAsync(id);
      toast.success(`“${name}” is selected.`);
    } catch (error) {
      toast.failure(error, 'Failed to select template');
    }
  };
  const remove = async () => {
    try {
      await deleting.mutateAsync(id);
      toast.undo(`“${name}” deleted.`, restore);
    } catch (error) {
      toast.failure(error, 'Failed to delete template');
    }
  };
  const restore = async () => {
    try {
      const { template } = await saving.mutateAsync({});
      if (is_selected) await selecting.mutateAsync(template.id);
      toast.success('Taken back.');
    } catch (error) {
      toast.failure(error, 'Failed to save template');
    }
  };
  return { select, remove };
}
