import { IconClockExclamation } from '@tabler/icons-react';
import { useSubscriptionActive, useUser } from '../../api/session.ts';
import { Notice } from '../../ui/notice.tsx';
import { AccountCard } from './account-card.tsx';
import { AgentMachines } from './agent-machines.tsx';
import { AutomationCard } from './automation-card.tsx';
import { PasswordCard } from './password-card.tsx';
import css from './settings.module.css';
import { SubscriptionCard } from './subscription-card.tsx';
import { TimeZoneCard } from './time-zone-card.tsx';
import { TokenCard } from './token-card.tsx';

/** Pace, the agent's token and machines, and one's own account (spec 2, section 2). */
export function SettingsPage() {
  const user = useUser();
  const isActive = useSubscriptionActive();
  if (!user) return null;
  return (
    <>
      {isActive ? null : (
        <Notice icon={<IconClockExclamation size={18} />} title="Subscription Required">
          - Your subscription has expired. Please renew to access settings. An administrator of Pigeonpost
          renews it; time zone, password and agents can still be changed.
        </Notice>
      )}
      <div className={css.columns}>
        <div className={css.column}>
          <AutomationCard isActive={isActive} />
          <TokenCard />
          <AgentMachines />
        </div>
        <div className={css.column}>
          <SubscriptionCard user={user} isActive={isActive} />
          <AccountCard user={user} />
          <TimeZoneCard user={user} />
          <PasswordCard username={user.username} />
        </div>
      </div>
    </>
  );
}
