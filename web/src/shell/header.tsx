import { ActionIcon } from '@mantine/core';
import { IconClockExclamation, IconKeyboard, IconLogout, IconMenu2 } from '@tabler/icons-react';
import { Bell } from '../features/notifications/parts/bell.tsx';
import { SearchButton } from '../features/search/parts/search-button.tsx';
import { RenewButton } from '../features/support/parts/renew-button.tsx';
import { HEADER_SLOT_ID } from '../ui/layout/breadcrumbs.tsx';
import { PageTitle } from '../ui/layout/page-title.tsx';
import { AgentPresence, BothConnections, RealtimePresence } from './connections.tsx';
import css from './header.module.css';
import { isSectionPage, menuOf, sectionOf, titleOf } from './menu.ts';
import type { ShellData } from './shell-data.ts';
import { Initial, leave, SchemeToggle, UserName } from './user-controls.tsx';

type HeaderProps = { data: ShellData; path: string; onMenu: () => void; onHelp: () => void };

/** Section title or breadcrumbs, connections, scheme, user, logout. */
export function Header({ data, path, onMenu, onHelp }: HeaderProps) {
  const section = sectionOf(path);
  return (
    <header
      className={css.header}
      data-crowded={!data.subscriptionActive || !isSectionPage(path) || undefined}
      data-settling={data.isSettling || undefined}
    >
      <ActionIcon variant="subtle" size={40} className={css.narrow} aria-label="Open menu" onClick={onMenu}>
        <IconMenu2 size={20} />
      </ActionIcon>
      <div className={`${css.title} grow`}>
        {isSectionPage(path) ? (
          <>
            <PageTitle words={titleOf(path)} />
            {/* A new element each time, so that the name of the screen is announced when it takes the focus. */}
            <h1 key={section}>{section}</h1>
          </>
        ) : null}
        <div id={HEADER_SLOT_ID} />
      </div>
      {data.subscriptionActive ? null : (
        <div className={css.expired}>
          <p>
            <IconClockExclamation size={16} aria-hidden="true" />
            <span>Subscription Expired</span>
          </p>
          <RenewButton
            place="header"
            size="compact-sm"
            variant="default"
            className={css.renew ?? ''}
            icon={<IconClockExclamation size={16} aria-hidden="true" />}
          />
        </div>
      )}
      <div className={css.search}>
        <SearchButton screens={menuOf(data.user.role).flat()} onLogOut={leave} />
      </div>
      <Bell />
      <div className={css.wide}>
        <RealtimePresence connection={data.connection} />
        <AgentPresence agents={data.agents} />
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          onClick={onHelp}
        >
          <IconKeyboard size={18} />
        </ActionIcon>
        <SchemeToggle />
        <span className={css.rule} />
        <UserName user={data.user} />
        <ActionIcon variant="subtle" size={36} aria-label="Log out" onClick={leave}>
          <IconLogout size={18} />
        </ActionIcon>
      </div>
      <div className={css.narrow}>
        <BothConnections connection={data.connection} agents={data.agents} />
        <Initial username={data.user.username} />
      </div>
    </header>
  );
}
