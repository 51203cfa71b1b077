import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import { Popover } from '@mantine/core';
import type { Notification } from '@pigeonpost/contract/calls/notifications';
import type { NotificationKind } from '@pigeonpost/contract/notifications/kinds';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/form/button-link.tsx';
import { RelativeTime } from '../../../ui/layout/time.tsx';
import {
  Decide,
  LookAtCampaign,
  LookAtProfiles,
  LookAtTicket,
  NextAct,
  StartAgent,
} from '../../dashboard/parts/presses.tsx';
import { useReadNotifications } from '../api.ts';
import css from './bell.module.css';
import { BellButton } from './bell-button.tsx';

type BellPanelProps = { notifications: Notification[]; unread: number };

/** The newest notifications, each with its one press. Opening it marks them as read. */
export function BellPanel({ notifications, unread }: BellPanelProps) {
  const button = useRef<HTMLButtonElement>(null);
  const place = useRouterState({ select: ({ location }) => location.href });
  // A press that leads to another place closes it.
  const [openedAt, setOpenedAt] = useState<string>();
  const opened = openedAt === place;
  // What was unread when it was opened stays bold until it is closed.
  const [fresh, setFresh] = useState(() => unreadOf(notifications));
  const { mutate: read } = useReadNotifications();
  const open = (at: string) => {
    setFresh(unreadOf(notifications));
    setOpenedAt(at);
    if (unread > 0) read();
  };
  const openFirst = useEffectEvent(() => {
    // This button replaced the pressed one, whose focus was lost.
    button.current?.focus();
    open(place);
  });
  useEffect(() => openFirst(), []);
  return (
    <Popover
      opened={opened}
      onChange={(isOpen) => setOpenedAt(isOpen ? place : undefined)}
      position="bottom-end"
      width={400}
      trapFocus
      returnFocus
      portalProps={{ target: '#overlays' }}
      transitionProps={{ duration: 100 }}
      classNames={{ dropdown: css.panel ?? '' }}
    >
      <Popover.Target>
        <BellButton
          ref={button}
          unread={unread}
          onClick={() => (opened ? setOpenedAt(undefined) : open(place))}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="Notifications" p={0}>
        <div className={css.head}>
          <h2>Notifications</h2>
          <Link to={paths.settingsAccount} search={{ line: 'notifications' }}>
            Settings
          </Link>
        </div>
        <ul>
          {notifications.map((notification) => (
            <Item
              key={notification.id}
              notification={notification}
              isFresh={fresh.has(notification.id) || !notification.is_read}
            />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

const unreadOf = (notifications: Notification[]): ReadonlySet<number> =>
  new Set(notifications.flatMap(({ id, is_read }) => (is_read ? [] : [id])));

type ItemProps = { notification: Notification; isFresh: boolean };

function Item({ notification, isFresh }: ItemProps) {
  const { kind, title, note, created_at, is_over, is_mailed } = notification;
  return (
    <li className={css.item} data-fresh={isFresh || undefined}>
      <span className={css.mark} data-tone={is_over ? 'over' : (TONES[kind] ?? 'usual')} aria-hidden="true" />
      <div className="grow">
        <p className={css.title} dir="auto">
          {title}
          {isFresh ? <span className="visually-hidden"> (new)</span> : null}
        </p>
        <p className={`${css.note} dimmed`}>
          <span dir="auto">{note}</span>
        </p>
        <p className={`${css.note} dimmed`}>
          <RelativeTime iso={created_at} />
          {is_mailed ? ', mailed' : null}
          {is_over ? ', over' : null}
        </p>
      </div>
      <Press notification={notification} />
    </li>
  );
}

const TONES: Partial<Record<NotificationKind, 'trouble' | 'done'>> = {
  profile_blocked: 'trouble',
  profile_signed_out: 'trouble',
  agent_away: 'trouble',
  campaign_paused: 'trouble',
  campaign_overdue: 'trouble',
  campaign_ended: 'done',
  campaign_review: 'done',
};

/** What one does next about it, the same as in 'Needs you'; of what is over one looks at its place. */
function Press({ notification }: Pick<ItemProps, 'notification'>) {
  const { kind, campaign_id, ticket_id, standing, is_over } = notification;
  if (standing) return <NextAct campaign={standing} />;
  if (campaign_id !== null) return <LookAtCampaign id={campaign_id} />;
  if (ticket_id !== null) return <LookAtTicket id={ticket_id} />;
  if (is_over) return null;
  switch (kind) {
    case 'profile_blocked':
      return <LookAtProfiles state="blocked" />;
    case 'profile_signed_out':
      return <LookAtProfiles state="signed_out" />;
    case 'profile_resting':
      return <LookAt to={paths.profiles} />;
    case 'agent_away':
      return <StartAgent />;
    case 'wishes':
      return <Decide />;
    case 'campaign_ended':
      return <LookAt to={paths.campaigns} search={{ status: 'ended' }} />;
    case 'new_sign_in':
      return <LookAt to={paths.settingsAccount} search={{ line: 'sessions' }} />;
    case 'subscription_ends':
      return <LookAt to={paths.settings} search={{ line: 'subscription' }} />;
    case 'reset_requested':
      return <LookAt to={paths.users} />;
    default:
      return null;
  }
}

function LookAt({ to, search = {} }: { to: string; search?: object }) {
  return (
    <ButtonLink to={to} search={search} variant="default" size="sm">
      Look
    </ButtonLink>
  );
}
