import { PLANS, userStatus } from '@pigeonpost/contract/account/subscription';
import type { UserAccount } from '@pigeonpost/contract/calls/users';
import { IconCheck, IconClock, IconClockExclamation, IconKey } from '@tabler/icons-react';
import { useUser } from '../../api/session.ts';
import { useNow } from '../../clock.ts';
import { formatEnd, isEndingSoon } from '../../format/end-of-subscription.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatDay, formatFull } from '../../format/format-time.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { DateTime, RelativeTime } from '../../ui/layout/time.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import { type UserAction, UserMenu } from './user-menu.tsx';
import css from './users.module.css';

type OnAction = (wanted: UserAction) => void;

const ROLE_WORDS = { admin: 'Admin', user: 'User' };

/** The columns of the users table. */
export function userColumns(onAction: OnAction): Column<UserAccount>[] {
  return [
    { head: 'User', sort: ['name_asc', 'name_desc'], cell: (user) => <Name user={user} /> },
    {
      head: 'Role',
      width: '72px',
      narrow: 'gone',
      cell: ({ role }) => <Word strong={role === 'admin'}>{ROLE_WORDS[role]}</Word>,
    },
    {
      head: 'Pack',
      width: '80px',
      narrow: 'gone',
      cell: ({ pack }) => <Word strong={pack === 'pro'}>{PLANS[pack].name}</Word>,
    },
    {
      head: 'Status',
      width: '152px',
      narrow: '148px',
      sort: ['end_asc', 'end_desc'],
      cell: (user) => <Status user={user} />,
    },
    {
      head: 'Profiles',
      width: '84px',
      align: 'right',
      cell: ({ profile_count }) => <span className={css.figure}>{formatCount(profile_count || null)}</span>,
    },
    {
      head: 'Running Campaigns',
      width: '148px',
      cell: (user) => <Running count={user.running_campaigns} />,
    },
    {
      head: 'Created',
      width: '104px',
      narrow: 'gone',
      cell: ({ created_at }) => (
        <time className={css.dimmed} dateTime={created_at} title={formatFull(created_at)}>
          {formatDay(created_at)}
        </time>
      ),
    },
    {
      head: 'Last login',
      width: '116px',
      narrow: 'gone',
      sort: ['last_login_desc', 'last_login_asc'],
      cell: ({ last_login }) => (
        <span className={css.dimmed}>
          <RelativeTime iso={last_login} none="Never" />
        </span>
      ),
    },
    { head: '', width: '68px', align: 'right', cell: (user) => <UserMenu user={user} onAction={onAction} /> },
  ];
}

/** A user on phones. */
export function UserCard({ user, onAction }: { user: UserAccount; onAction: OnAction }) {
  return (
    <div className={css.card}>
      <div className={css.cardHead}>
        <Name user={user} />
        <UserMenu user={user} onAction={onAction} />
      </div>
      <div className={`${css.cardLine} dimmed`}>
        <Status user={user} />
        <Running count={user.running_campaigns} none="None running" />
      </div>
      <p className={`${css.cardLine} dimmed`}>
        <span>{user.profile_count === 1 ? '1 profile' : `${formatCount(user.profile_count)} profiles`}</span>
        <span>
          Last login <RelativeTime iso={user.last_login} none="never" />
        </span>
      </p>
      <p className={`${css.cardLine} dimmed`}>
        <span>Created</span>
        <DateTime iso={user.created_at} />
      </p>
    </div>
  );
}

function Name({ user }: { user: UserAccount }) {
  const isOwn = useUser()?.id === user.id;
  const { username, password_reset_requested_at: asked } = user;
  return (
    <div className="shrink">
      <p className={css.line}>
        <span className="one-line name shrink" title={username}>
          {username}
        </span>
        {isOwn ? <span className={css.you}>(you)</span> : null}
        {asked ? (
          <span title={formatFull(asked)}>
            <Badge tone="paused" icon={<IconKey size={12} aria-hidden="true" />}>
              Reset requested
            </Badge>
          </span>
        ) : null}
      </p>
      <p className="note">
        ID {user.id}
        {user.has_email ? ', has an e-mail address' : ''}
        <span className={css.narrow}>{`, ${ROLE_WORDS[user.role]}, ${PLANS[user.pack].name}`}</span>
      </p>
      {user.reset_link_expires_at ? (
        <p className={css.openLink}>
          Reset link by {user.reset_link_made_by}, open until <DateTime iso={user.reset_link_expires_at} />
        </p>
      ) : null}
    </div>
  );
}

/** Active and its end, or inactive with its time and reason. */
function Status({ user }: { user: UserAccount }) {
  const nowMs = useNow(30);
  const end = user.subscription_end_date;
  if (userStatus(user, new Date(nowMs)) === 'active') {
    const isSoon = user.role !== 'admin' && isEndingSoon(end, nowMs);
    return (
      <div>
        <Badge
          dense
          tone={isSoon ? 'paused' : 'completed'}
          icon={
            isSoon ? <IconClock size={12} aria-hidden="true" /> : <IconCheck size={12} aria-hidden="true" />
          }
        >
          Active
        </Badge>
        <p className={`${css.since} note`} data-soon={isSoon} title={end ? formatFull(end) : undefined}>
          {user.role === 'admin' ? 'always' : formatEnd(end, nowMs)}
        </p>
      </div>
    );
  }
  return (
    <div>
      <Badge dense tone="paused" icon={<IconClockExclamation size={12} aria-hidden="true" />}>
        Expired
      </Badge>
      <p className={`${css.since} note`}>
        {user.is_active && end ? `since ${formatDay(end)}` : 'account off'}
      </p>
    </div>
  );
}

function Running({ count, none = 'None' }: { count: number; none?: string }) {
  if (count === 0) return <span className={css.dimmed}>{none}</span>;
  return (
    <span className={css.running}>
      <span className="dot" />
      {formatCount(count)} running
    </span>
  );
}

function Word({ strong, children }: { strong: boolean; children: string }) {
  return <span className={strong ? css.strong : css.dimmed}>{children}</span>;
}
