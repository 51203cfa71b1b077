import { IconClockExclamation } from '@tabler/icons-react';
import { useSubscriptionActive, useUser } from '../../../api/session.ts';
import { formatDateTime } from '../../../format/format-time.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { RenewButton } from '../../support/parts/renew-button.tsx';

/** The banner of a screen with actions while the subscription is expired: `children` say what waits and what works. */
export function SubscriptionNotice({ children }: { children: string }) {
  const user = useUser();
  const isActive = useSubscriptionActive();
  if (isActive || !user) return null;
  const end = user.subscription_end_date;
  return (
    <Notice
      icon={<IconClockExclamation size={18} />}
      title="Subscription Required"
      action={<RenewButton place="notice" />}
    >
      {end ? `Your subscription ended ${formatDateTime(end)}.` : 'You have no subscription.'} {children}
    </Notice>
  );
}
