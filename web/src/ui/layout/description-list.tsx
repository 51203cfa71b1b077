import type { ReactNode } from 'react';
import css from './description-list.module.css';

/** Names at the left, values at the right: 'Created  12-09-2026 09:14'. */
export function DescriptionList({
  items,
  columns,
}: {
  items: [name: string, value: ReactNode][];
  columns?: 2;
}) {
  return (
    <dl className={css.list} data-columns={columns}>
      {items.map(([name, value]) => (
        <div key={name} className={css.item}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
