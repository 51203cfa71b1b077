import { planOf } from '@pigeonpost/contract/account/subscription';
import type { User } from '@pigeonpost/contract/calls/auth';
import { IconCheck, IconClockExclamation } from '@tabler/icons-react';
import { useNow } from '../../../clock.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { RenewButton } from '../../support/parts/renew-button.tsx';
import { formatEndDate } from './format-end-date.ts';
import css from './subscription-card.module.css';

/** The pack, its end, its content, and the way to a longer one; after the end the page's notice has that. */
export function SubscriptionCard({ user, isActive }: { user: User; isActive: boolean }) {
  const nowMs = useNow(60);
  const plan = planOf(user.pack);
  const end = user.subscription_end_date;
  return (
    <Card
      title="Subscription Information"
      aside={
        isActive ? (
          <Badge tone="completed" icon={<IconCheck size={12} aria-hidden="true" />}>
            Active
          </Badge>
        ) : (
          <Badge tone="paused" icon={<IconClockExclamation size={12} aria-hidden="true" />}>
            Expired
          </Badge>
        )
      }
    >
      <p className={css.plan}>
        {plan.name} <span>{plan.price}</span>
      </p>
      <p className={css.description}>{plan.description}</p>
      <p className="dimmed">{user.role === 'admin' ? 'Always active' : formatEndDate(end, nowMs)}</p>
      <ul className={css.features}>
        {plan.features.map((feature) => (
          <li key={feature}>
            <IconCheck size={16} aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      {isActive && user.role !== 'admin' ? (
        <RenewButton place="card" variant="default" fullWidth className={css.renew ?? ''} />
      ) : null}
    </Card>
  );
}
