import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import { shownName } from '@pigeonpost/contract/recipients';
import { IconBan, IconTag, IconTrash } from '@tabler/icons-react';
import { useSubscriptionActive } from '../../api/session.ts';
import { RowMenu, type ShowItems } from '../../ui/table/row-menu.tsx';
import { RECIPIENT_STATUS_OPTIONS } from './parts/recipient-status.tsx';
import { useRecipientActions } from './recipient-actions.ts';

type RecipientMenuProps = { recipient: Recipient; onTag: (recipient: Recipient) => void };

/** The actions on one recipient: status by hand, tag, do-not-contact, delete. */
export function RecipientMenu({ recipient, onTag }: RecipientMenuProps) {
  return (
    <RowMenu
      label={`More for ${shownName(recipient.recipient)}`}
      items={(show) => <RecipientItems recipient={recipient} onTag={onTag} show={show} />}
    />
  );
}

function RecipientItems({ recipient, onTag, show }: RecipientMenuProps & { show: ShowItems }) {
  const offReason = useSubscriptionActive() ? undefined : 'Renew to change recipients';
  const { setStatus, remove, stopContact } = useRecipientActions(recipient);
  const statuses = RECIPIENT_STATUS_OPTIONS.filter(({ value }) => value !== recipient.status);
  return show([
    ...statuses.map(({ value, words, icon }) => ({
      label: `Set to ${words}`,
      icon,
      offReason,
      onPress: () => setStatus(value),
    })),
    { label: 'Tag', icon: IconTag, offReason, onPress: () => onTag(recipient) },
    {
      label: 'Add to do-not-contact',
      icon: IconBan,
      offReason: recipient.do_not_contact ? 'Already on the list' : undefined,
      onPress: stopContact,
    },
    {
      label: 'Delete Recipient',
      icon: IconTrash,
      danger: true,
      offReason,
      onPress: remove,
    },
  ]);
}
