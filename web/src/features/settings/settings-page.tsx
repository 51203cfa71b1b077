import type { User } from '@pigeonpost/contract/calls/auth';
import { IconClockExclamation } from '@tabler/icons-react';
import { useSubscriptionActive, useUser } from '../../api/session.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import { LateCard } from '../../ui/layout/late-card.tsx';
import { DateTime } from '../../ui/layout/time.tsx';
import { SubscriptionCard } from '../subscription/parts/subscription-card.tsx';
import { RenewButton } from '../support/parts/renew-button.tsx';
import { AutomationCard } from './automation-card.tsx';
import { NamesCard } from './names-card.tsx';
import { NeverTwiceCard } from './never-twice-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TimeZoneCard } from './time-zone-card.tsx';

const HoursCard = lazyPart(() => import('./hours-card.tsx').then((m) => m.HoursCard));
const CapsCard = lazyPart(() => import('./caps-card.tsx').then((m) => m.CapsCard));
const PasswordCard = lazyPart(() => import('./password-card.tsx').then((m) => m.PasswordCard));
const PeopleCard = lazyPart(() => import('./people/people-card.tsx').then((m) => m.PeopleCard));
const RepliesCard = lazyPart(() => import('./replies/replies-card.tsx').then((m) => m.RepliesCard));
const SiteCard = lazyPart(() => import('./site-card.tsx').then((m) => m.SiteCard));
const TokenCard = lazyPart(() => import('./token-card.tsx').then((m) => m.TokenCard));
const Machines = lazyPart(() => import('./machines.tsx').then((m) => m.Machines));
const Activity = lazyPart(() => import('../audit-log/parts/activity.tsx').then((m) => m.Activity));

/** Automation settings, the agent's token and machines, and one's own account. */
export function SettingsPage() {
  const user = useUser();
  const isActive = useSubscriptionActive();
  if (!user) return null;
  return (
    <>
      {isActive ? null : (
        <Notice
          icon={<IconClockExclamation size={18} />}
          title="Subscription Required"
          action={<RenewButton place="notice" />}
        >
          - Your subscription has expired. Please renew to access settings. Ask an administrator to renew it.
          You can still change time zone, password and agents.
        </Notice>
      )}
      <div className="columns">
        <div className="stack shrink">
          <AutomationCard isActive={isActive} />
          <LateCard title="Sending hours" height={270} part={HoursCard} />
          <LateCard title="At most" height={242} part={CapsCard} />
          <NeverTwiceCard isActive={isActive} />
          <NamesCard isActive={isActive} />
          <LateCard title="People" height={190} part={PeopleCard} />
          <LateCard title="Replies" height={642} part={RepliesCard} />
          <div id="site">
            <LateCard title="Site" height={536} part={SiteCard} />
          </div>
          <LateCard title="Authentication Token" height={340} part={TokenCard} />
          <LateCard title="Agent machines" height={210} part={Machines} />
          <LateCard title="Activity" height={360} part={Activity} />
        </div>
        <div className="stack shrink">
          <SubscriptionCard user={user} isActive={isActive} />
          <AccountCard user={user} />
          <TimeZoneCard user={user} />
          <SessionsCard />
          <LateCard title="Password" height={288} part={PasswordCard} />
        </div>
      </div>
    </>
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
