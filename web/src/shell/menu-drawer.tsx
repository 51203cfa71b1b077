import '../ui/feedback/dialog-styles.ts';
import '@mantine/core/styles/Drawer.css';
import { ActionIcon, Drawer } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useReturnFocus } from '../ui/feedback/return-focus.ts';
import { useScrollLock } from '../ui/feedback/scroll-lock.ts';
import { AgentPresence, RealtimePresence } from './connections.tsx';
import css from './menu-drawer.module.css';
import type { ShellData } from './shell-data.ts';
import { SidebarContent } from './sidebar.tsx';
import { leave, SchemeToggle, UserName } from './user-controls.tsx';

type MenuDrawerProps = { data: ShellData; path: string; onClose: () => void };

/** The sidebar on small screens, with the parts that do not fit into the header. */
export function MenuDrawer({ data, path, onClose }: MenuDrawerProps) {
  useReturnFocus();
  useScrollLock();
  return (
    <Drawer
      opened
      onClose={onClose}
      size={280}
      withCloseButton={false}
      returnFocus={false}
      transitionProps={{ duration: 160 }}
      attributes={{ content: { 'aria-label': 'Menu' }, header: { role: 'presentation' } }}
      classNames={{ body: css.body ?? '', content: css.content ?? '' }}
    >
      <div className={css.menu}>
        <SidebarContent data={data} path={path} onNavigate={onClose} />
      </div>
      <div className={css.presences}>
        <RealtimePresence connection={data.connection} />
        <AgentPresence agents={data.agents} />
      </div>
      <div className={css.user}>
        <UserName user={data.user} />
        <span className={css.space} />
        <SchemeToggle />
        <ActionIcon variant="subtle" size={36} aria-label="Log out" onClick={leave}>
          <IconLogout size={18} />
        </ActionIcon>
      </div>
    </Drawer>
  );
}
