import type { AuditEntry } from '@pigeonpost/contract/calls/audit-log';
import { DateTime } from '../../../ui/layout/time.tsx';
import type { Column } from '../../../ui/table/table-columns.tsx';
import css from './audit.module.css';
import { fieldChanges, formatAuditEntry } from './format-audit-entry.ts';

/** The columns of one's own activity. */
export const ACTIVITY_COLUMNS: Column<AuditEntry>[] = [
  { head: 'What', cell: (entry) => <What entry={entry} /> },
  { head: 'Who', width: '24%', cell: (entry) => <Who entry={entry} /> },
  { head: 'When', width: '148px', cell: (entry) => <When entry={entry} /> },
];

/** The same for administrators, with the owner. */
export const AUDIT_COLUMNS: Column<AuditEntry>[] = [
  { head: 'What', cell: (entry) => <What entry={entry} /> },
  { head: 'Who', width: '22%', cell: (entry) => <Who entry={entry} /> },
  {
    head: 'Whose',
    width: '16%',
    narrow: 'gone',
    cell: ({ username, user_id }) => <Name name={username} none={`User ${user_id}, deleted`} />,
  },
  { head: 'When', width: '148px', cell: (entry) => <When entry={entry} /> },
];

/** The key of a line among all users' lines. */
export const entryKey = ({ user_id, id }: AuditEntry) => `${user_id} ${id}`;

/** A line on phones. */
export function AuditCard({ entry }: { entry: AuditEntry }) {
  return (
    <div className={css.card}>
      <What entry={entry} />
      <div className={css.foot}>
        <Who entry={entry} />
        <When entry={entry} />
      </div>
    </div>
  );
}

function What({ entry }: { entry: AuditEntry }) {
  const words = formatAuditEntry(entry);
  return (
    <div className="shrink">
      <p className={`${css.words} one-line name`} title={words} dir="auto">
        {words}
      </p>
      {fieldChanges(entry).map(({ field, before, after }) => (
        <p key={field} className={`${css.change} dimmed`} dir="auto">
          {field}: {before === undefined ? null : <span className={css.before}>{before}</span>}
          {before !== undefined && after !== undefined ? ' → ' : null}
          {after}
        </p>
      ))}
    </div>
  );
}

function Who({ entry: { actor_name, actor_id, address } }: { entry: AuditEntry }) {
  return (
    <div className="shrink">
      <Name name={actor_name} none={actor_id === null ? 'Pigeonpost' : `User ${actor_id}`} />
      {address ? <p className={`${css.change} dimmed`}>{address}</p> : null}
    </div>
  );
}

function Name({ name, none }: { name: string | null; none: string }) {
  return (
    <p className={`${css.name} one-line`} title={name ?? none} dir="auto">
      {name ?? none}
    </p>
  );
}

function When({ entry }: { entry: AuditEntry }) {
  return (
    <span className={`${css.change} dimmed`}>
      <DateTime iso={entry.created_at} />
    </span>
  );
}
