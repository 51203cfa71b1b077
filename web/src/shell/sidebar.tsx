import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { Logo } from '../ui/layout/logo.tsx';
import { isActiveItem, type MenuItem, menuOf } from './menu.ts';
import { PackUsage } from './pack-usage.tsx';
import type { ShellData } from './shell-data.ts';
import css from './sidebar.module.css';

type SidebarContentProps = { data: ShellData; path: string; onNavigate?: () => void };

/** Brand, menu and pack: the same in the sidebar and in the drawer. */
export function SidebarContent({ data, path, onNavigate }: SidebarContentProps) {
  return (
    <div className={css.sidebar}>
      <Link to={paths.dashboard} className={css.brand} onClick={() => onNavigate?.()}>
        <Logo />
        Pigeonpost
      </Link>
      <nav aria-label="Main" className={css.menu}>
        {menuOf(data.user.role).map((group) => (
          <ul key={group[0]?.to} className={css.group}>
            {group.map((item) => (
              <li key={item.to}>
                <Entry
                  item={item}
                  active={isActiveItem(item, path)}
                  running={item.to === paths.campaigns ? data.runningCampaigns : 0}
                  tickets={item.to === paths.support ? data.tickets : undefined}
                  onNavigate={() => onNavigate?.()}
                />
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <PackUsage data={data} />
    </div>
  );
}

type EntryProps = {
  item: MenuItem;
  active: boolean;
  running: number;
  tickets: ShellData['tickets'] | undefined;
  onNavigate: () => void;
};

function Entry({ item, active, running, tickets, onNavigate }: EntryProps) {
  const Icon = item.icon;
  return (
    <Link
      to={item.to}
      className={css.entry}
      data-active={active}
      aria-current={active ? 'page' : undefined}
      onClick={onNavigate}
    >
      <Icon size={18} aria-hidden="true" />
      {item.label}
      {running > 0 ? (
        <span className={css.running}>
          <span className="dot" data-live />
          {running}
          <span className="visually-hidden"> running</span>
        </span>
      ) : null}
      {tickets ? <TicketsMark {...tickets} /> : null}
    </Link>
  );
}

/** The number of tickets that wait for administrators, or have a new answer for their user. */
function TicketsMark({ unread, waiting }: ShellData['tickets']) {
  const count = waiting ?? unread;
  if (count === 0) return null;
  return (
    <span className={css.tickets}>
      {count}
      <span className="visually-hidden">{waiting === null ? ' with a new answer' : ' waiting'}</span>
    </span>
  );
}
