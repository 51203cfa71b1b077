import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { confirm } from '../../ui/confirm.ts';
import { errorText } from '../../ui/error-text.ts';
import { toast } from '../../ui/toast.ts';
import { addDoNotContact } from '../lists/api.ts';
import { deleteAtOnce, setStatusAtOnce } from './api.ts';

/** Sets a recipient's status by hand. */
export async function setStatus({ id }: Recipient, status: RecipientStatus): Promise<void> {
  try {
    await setStatusAtOnce([id], status, (one) => one(id));
    toast.success('Status changed.');
  } catch (error) {
    toast.error(errorText(error, 'Failed to update some recipients'));
  }
}

/** Asks, and takes a recipient out of the list. */
export async function removeRecipient({ id, recipient }: Recipient): Promise<void> {
  const agreed = await confirm({
    title: `Delete @${recipient}?`,
    body: 'The name leaves this list. What was sent to it stays in the numbers.',
    confirmLabel: 'Delete recipient',
  });
  if (!agreed) return;
  try {
    await deleteAtOnce([id], (one) => one(id));
    toast.success('Recipient deleted.');
  } catch (error) {
    toast.error(errorText(error, 'Failed to delete recipient'));
  }
}

/** Puts a recipient's name on do-not-contact: every campaign skips it from then on. */
export async function stopContact({ recipient }: Recipient): Promise<void> {
  try {
    await addDoNotContact(recipient);
    toast.success(`@${recipient} is on your do-not-contact list.`);
  } catch (error) {
    toast.error(errorText(error, 'Failed to add the name'));
  }
}
