import type { User } from '@pigeonpost/contract/calls/auth';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { DateTime } from '../../ui/time.tsx';

const MISSING = 'N/A';

/** Who is signed in; 'N/A' where a value is missing (spec 2, section 2). */
export function AccountCard({ user }: { user: User }) {
  return (
    <Card title="Account Information">
      <Facts
        facts={[
          ['Username', user.username],
          ['Role', user.role === 'admin' ? 'Admin' : 'User'],
          ['Account created', <DateTime key="created" iso={user.created_at} none={MISSING} />],
          ['Last login', <DateTime key="login" iso={user.last_login} none={MISSING} />],
        ]}
      />
    </Card>
  );
}
