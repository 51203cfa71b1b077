import { Button, type ButtonProps } from '@mantine/core';
import { planOf } from '@pigeonpost/contract/account/subscription';
import type { ReactNode } from 'react';
import { useSubscriptionActive, useUser } from '../../../api/session.ts';
import { formatDateTime } from '../../../format/format-time.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';

/** Makes a ticket. */
export const NewTicketDialog = lazyPart(() =>
  import('./new-ticket-dialog.tsx').then((m) => m.NewTicketDialog),
);

type RenewButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'className' | 'fullWidth'> & {
  /** The position of the button on a page: the one whose dialog was open opens it again after a log-in. */
  place: 'header' | 'notice' | 'card' | 'needs you';
  /** Replaces its text on phones, where there is no room for both. */
  icon?: ReactNode;
};

/** Opens a new ticket that asks for a longer subscription, filled in already. */
export function RenewButton({ place, icon, ...button }: RenewButtonProps) {
  const user = useUser();
  const isActive = useSubscriptionActive();
  const [isOpen, setOpen] = useKeptState(`renew dialog of the ${place}`, false);
  if (!user) return null;
  const { name } = planOf(user.pack);
  const end = user.subscription_end_date;
  const until = end ? `It ${isActive ? 'ends' : 'ended'} ${formatDateTime(end)}.` : 'It has no end date yet.';
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {icon}
        <span>Renew</span>
      </Button>
      {isOpen ? (
        <NewTicketDialog
          draft={{
            subject: `Renew my ${name} subscription`,
            description: `Please renew my ${name} subscription. ${until}`,
            priority: 'medium',
            category: 'billing',
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
