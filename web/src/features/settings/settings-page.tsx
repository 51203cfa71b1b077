import type { User } from '@pigeonpost/contract/calls/auth';
import { useSubscriptionActive, useUser } from '../../api/session.ts';
import { Card } from '../../ui/layout/card.tsx';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import { DateTime } from '../../ui/layout/time.tsx';
import { SubscriptionCard } from '../subscription/parts/subscription-card.tsx';
import { AutomationCard } from './automation-card.tsx';
import { SoughtCard } from './setting-line.tsx';
import { TokenCard } from './token-card.tsx';

/** The first part of Settings: the pace, the login token, and what is known of the account. */
export function SettingsPage() {
  const user = useUser();
  const isActive = useSubscriptionActive();
  if (!user) return null;
  return (
    <div className="columns">
      <div className="stack shrink">
        <SoughtCard line="automation">
          <AutomationCard isActive={isActive} />
        </SoughtCard>
        <SoughtCard line="token">
          <TokenCard />
        </SoughtCard>
      </div>
      <div className="stack shrink">
        <SoughtCard line="subscription">
          <SubscriptionCard user={user} isActive={isActive} />
        </SoughtCard>
        <SoughtCard line="account">
          <AccountCard user={user} />
        </SoughtCard>
      </div>
    </div>
  );
}

const MISSING = 'N/A';

/** The signed-in user; 'N/A' for a missing value. */
function AccountCard({ user }: { user: User }) {
  return (
    <Card title="Account Information">
      <DescriptionList
        items={[
          ['Username', user.username],
          ['Role', user.role === 'admin' ? 'Admin' : 'User'],
          ['Account created', <DateTime key="created" iso={user.created_at} none={MISSING} />],
          ['Last login', <DateTime key="login" iso={user.last_login} none={MISSING} />],
        ]}
      />
    </Card>
  );
}
