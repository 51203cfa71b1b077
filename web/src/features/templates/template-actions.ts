import type { Template } from '@pigeonpost/contract/calls/templates';
import { ApiError } from '@pigeonpost/contract/client';
import { confirm } from '../../ui/confirm.ts';
import { errorText } from '../../ui/error-text.ts';
import { toast } from '../../ui/toast.ts';
import { deleteTemplate, selectTemplate } from './api.ts';

/** Selects a template and says how it went. */
export async function select({ id, name }: Template): Promise<void> {
  try {
    await selectTemplate(id);
    toast.success(`“${name}” is selected.`);
  } catch (error) {
    toast.error(errorText(error, 'Failed to select template'));
  }
}

/** Asks, deletes a template, and says how it went; one that a campaign needs is refused with its name. */
export async function remove({ id, name }: Template): Promise<void> {
  const agreed = await confirm({
    title: `Delete “${name}”?`,
    body: 'The template is gone for good. Finished campaigns keep the message they sent.',
    confirmLabel: 'Delete template',
  });
  if (!agreed) return;
  try {
    await deleteTemplate(id);
    toast.success('Template deleted.');
  } catch (error) {
    const isInUse = error instanceof ApiError && error.status === 409;
    toast[isInUse ? 'conflict' : 'error'](errorText(error, 'Failed to delete template'));
  }
}
