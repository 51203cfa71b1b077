import { formatCount } from '../../format/format-number.ts';
import css from './data-table.module.css';

/** A part of a table's rows, such as 'Needs you', and how many it has on all pages. */
export type RowGroup = { label: string; count?: number };

type GroupProps = { group: RowGroup | undefined; before: RowGroup | undefined };

/** The thin grey row above the first row of a part. */
export function GroupRow({ group, before, columns }: GroupProps & { columns: number }) {
  if (!group || group.label === before?.label) return null;
  return (
    <tr className={css.group}>
      <th scope="rowgroup" colSpan={columns}>
        <GroupWords group={group} />
      </th>
    </tr>
  );
}

/** The same between the cards of a phone. */
export function GroupCard({ group, before }: GroupProps) {
  if (!group || group.label === before?.label) return null;
  return (
    <li className={css.groupCard}>
      <GroupWords group={group} />
    </li>
  );
}

function GroupWords({ group: { label, count } }: { group: RowGroup }) {
  return (
    <>
      {label}{' '}
      {count === undefined ? null : <span className={css.groupCount}>{formatCount(count)}</span>}
    </>
  );
}
