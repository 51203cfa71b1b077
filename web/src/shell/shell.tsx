import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { Header } from './header.tsx';
import css from './shell.module.css';
import type { ShellData } from './shell-data.ts';
import { SidebarContent } from './sidebar.tsx';

const MenuDrawer = lazyPart(() => import('./menu-drawer.tsx').then((m) => m.MenuDrawer));

type ShellProps = {
  data: ShellData;
  onHelp: () => void;
  /** Below every page. */
  foot: ReactNode;
  children: ReactNode;
};

/** Sidebar, header and the page; below 75em the sidebar is a drawer. */
export function Shell({ data, onHelp, foot, children }: ShellProps) {
  const path = useLocation({ select: (location) => location.pathname });
  const [drawer, setDrawer] = useState(false);
  return (
    <div className={css.shell} data-shell>
      <a href="#main" className={css.skip}>
        Skip to content
      </a>
      <aside className={css.sidebar}>
        <SidebarContent data={data} path={path} />
      </aside>
      <div className={css.column}>
        <Header data={data} path={path} onMenu={() => setDrawer(true)} onHelp={onHelp} />
        <main id="main" tabIndex={-1} className={css.main}>
          <div className={css.page}>{children}</div>
          <div id="overlays" />
        </main>
        {foot}
      </div>
      {drawer ? <MenuDrawer data={data} path={path} onClose={() => setDrawer(false)} /> : null}
    </div>
  );
}
