import type { User } from '@pigeonpost/contract/calls/auth';
import { planOf } from '@pigeonpost/contract/subscription';
import { IconCheck, IconClockExclamation } from '@tabler/icons-react';
import { useNow } from '../../clock.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { endWords } from './end-words.ts';
import css from './subscription-card.module.css';

/** The pack, until when, and what is in it. */
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
      <p className={css.end}>{end ? endWords(end, nowMs) : 'No end date'}</p>
      <ul className={css.features}>
        {plan.features.map((feature) => (
          <li key={feature}>
            <IconCheck size={16} aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
    </Card>
  );
}
