import type { ReactNode } from 'react';
import css from './facts.module.css';

/** Names at the left, what they are at the right: 'Created  12-09-2026 09:14'. */
export function Facts({ facts, columns }: { facts: [name: string, value: ReactNode][]; columns?: 2 }) {
  return (
    <dl className={css.facts} data-columns={columns}>
      {facts.map(([name, value]) => (
        <div key={name} className={css.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
