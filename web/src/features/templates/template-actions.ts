import type { Template } from '@pigeonpost/contract/calls/templates';
import { ApiError } from '@pigeonpost/contract/client';
import { confirm } from '../../ui/feedback/confirm.ts';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useDeleteTemplate, useSelectTemplate } from './api.ts';

/** What can be done with a template; each says how it went. */
export function useTemplateActions({ id, name }: Template) {
  const selecting = useSelectTemplate();
  const deleting = useDeleteTemplate();
  const select = async () => {
    try {
      await selecting.mutateAsync(id);
      toast.success(`“${name}” is selected.`);
    } catch (error) {
      toast.error(errorText(error, 'Failed to select template'));
    }
  };
  const remove = async () => {
    const agreed = await confirm({
      title: `Delete “${name}”?`,
      body: 'The template will be deleted for good. Finished campaigns keep the message they sent.',
      confirmLabel: 'Delete template',
    });
    if (!agreed) return;
    try {
      await deleting.mutateAsync(id);
      toast.success('Template deleted.');
    } catch (error) {
      // One that a campaign needs is refused with its name.
      const isInUse = error instanceof ApiError && error.status === 409;
      toast[isInUse ? 'conflict' : 'error'](errorText(error, 'Failed to delete template'));
    }
  };
  return { select, remove };
}
