import { IconClockExclamation } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { useSubscriptionActive } from '../../api/session.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import css from '../../ui/layout/tab-row.module.css';
import { RenewButton } from '../support/parts/renew-button.tsx';
import { PARTS } from './parts/lines.ts';

/** Settings: its parts by name, and the one of the address. */
export function SettingsFrame() {
  return (
    <>
      {useSubscriptionActive() ? null : (
        <Notice
          icon={<IconClockExclamation size={18} />}
          title="Subscription Required"
          action={<RenewButton place="notice" />}
        >
          - Your subscription has expired. Please renew to access settings. Ask an administrator to renew it.
          You can still change time zone, password and agents.
        </Notice>
      )}
      <Parts />
      <Outlet />
    </>
  );
}

function Parts() {
  const nav = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // On a phone they are wider than the screen.
  useLayoutEffect(() => {
    nav.current?.querySelector(`[href="${path}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <nav ref={nav} className={css.row} aria-label="Parts of Settings">
      {PARTS.map(({ to, title }) => (
        <Link key={to} to={to} className={css.tab} activeOptions={{ exact: true, includeSearch: false }}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
