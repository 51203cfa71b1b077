import type { User } from '@pigeonpost/contract/calls/auth';
import { formatNoun } from '../format/format-number.ts';
import { formatDateTime } from '../format/format-time.ts';
import { Badge } from '../ui/feedback/badge.tsx';
import type { ShellData } from './shell-data.ts';
import css from './sidebar.module.css';

/** The pack, its usage, and its end. */
export function PackUsage({ data }: { data: ShellData }) {
  const { name, used, limit } = data.pack;
  const isAdmin = data.user.role === 'admin';
  return (
    <div className={css.foot}>
      <p className={css.pack}>
        <b>{name} Pack</b>
        {data.subscriptionActive ? null : <Badge tone="paused">Expired</Badge>}
        <Usage data={data} />
      </p>
      {isAdmin || limit === null ? null : (
        <span className={css.meter} aria-hidden="true">
          <span style={{ width: `${Math.min(100, (100 * (used ?? 0)) / limit)}%` }} />
        </span>
      )}
      <p className={css.expires}>{formatEndDate(data.user)}</p>
    </div>
  );
}

/** The usage of the pack; it does not limit an administrator. */
function Usage({ data }: { data: ShellData }) {
  const { used, limit } = data.pack;
  if (data.user.role === 'admin') return <span className={css.used}>Administrator</span>;
  if (used === undefined) return null;
  return (
    <span className={css.used}>{limit === null ? formatNoun(used, 'profile') : `${used} of ${limit}`}</span>
  );
}

function formatEndDate({ role, subscription_end_date: end }: User): string {
  if (role === 'admin') return 'Always active';
  return end ? `Expires: ${formatDateTime(end)}` : 'No subscription';
}
