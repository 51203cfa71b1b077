import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import type { User } from '@pigeonpost/contract/calls/auth';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { logout } from '../api/session.ts';
import { toast } from '../ui/feedback/toast.ts';
import css from './header.module.css';

/** Initial, username and role. */
export function UserName({ user }: { user: User }) {
  return (
    <div className={css.user}>
      <Initial username={user.username} />
      <div className="shrink">
        <span className={`${css.name} one-line`} title={user.username}>
          {user.username}
        </span>
        <span className={`${css.role} one-line`}>{user.role === 'admin' ? 'Admin' : 'User'}</span>
      </div>
    </div>
  );
}

/** The first letter of the username in a circle. */
export function Initial({ username }: { username: string }) {
  return (
    <span className={css.initial} aria-hidden="true">
      {username.slice(0, 1)}
    </span>
  );
}

/** Switches between light and dark; the choice is stored in this browser. */
export function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  const Icon = other === 'dark' ? IconMoon : IconSun;
  return (
    <ActionIcon
      variant="subtle"
      size={36}
      aria-label={`Use the ${other} scheme`}
      onClick={() => setColorScheme(other)}
    >
      <Icon size={18} />
    </ActionIcon>
  );
}

/** Logs out and says so; the guards lead to /login. */
export function leave(): void {
  logout();
  toast.success('Logged out successfully.');
}
