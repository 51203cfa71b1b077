import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import { IconBan, IconTrash } from '@tabler/icons-react';
import { useSubscriptionActive } from '../../api/session.ts';
import { RECIPIENT_STATUS_WORDS } from '../../ui/recipient-status.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { removeRecipient, setStatus, stopContact } from './recipient-actions.ts';

/** What can be done with one recipient: status by hand, do-not-contact, delete. */
export function RecipientMenu({ recipient }: { recipient: Recipient }) {
  const offReason = useSubscriptionActive() ? undefined : 'Renew to change recipients';
  const statuses = RECIPIENT_STATUS_WORDS.filter(({ value }) => value !== recipient.status);
  return (
    <RowMenu
      label={`More for @${recipient.recipient}`}
      items={[
        ...statuses.map(({ value, words, icon }) => ({
          label: `Set to ${words}`,
          icon,
          offReason,
          onPress: () => setStatus(recipient, value),
        })),
        {
          label: 'Add to do-not-contact',
          icon: IconBan,
          offReason: recipient.do_not_contact ? 'It is on it already' : undefined,
          onPress: () => stopContact(recipient),
        },
        {
          label: 'Delete Recipient',
          icon: IconTrash,
          danger: true,
          offReason,
          onPress: () => removeRecipient(recipient),
        },
      ]}
    />
  );
}
