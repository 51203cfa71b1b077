import type { User } from '@pigeonpost/contract/calls/auth';
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
