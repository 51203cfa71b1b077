import type { ReactNode } from 'react';
import css from './data-table.module.css';

/** The headings of neighbouring rows of one kind. */
export type RowGroups<Row> = {
  /** The kind of a row. */
  of: (row: Row) => string;
  /** The text of its heading. */
  head: (kind: string) => ReactNode;
};

type GroupProps<Row> = {
  groups: RowGroups<Row> | undefined;
  row: Row;
  /** The row above it on this page. */
  before: Row | undefined;
};

/** The thin grey row above the first row of a kind, over `span` columns, of which narrow screens hide `gone`. */
export function GroupRow<Row>({ span, gone, ...props }: GroupProps<Row> & { span: number; gone: number }) {
  const head = headOf(props);
  return head === undefined ? null : (
    <tr className={css.group}>
      {/* A hidden column must not be spanned, which would widen the table. */}
      <th scope="rowgroup" colSpan={span} className={css.wideOnly}>
        {head}
      </th>
      <th scope="rowgroup" colSpan={span - gone} className={css.narrowOnly}>
        {head}
      </th>
    </tr>
  );
}

/** The same between the cards of a phone. */
export function GroupCard<Row>(props: GroupProps<Row>) {
  const head = headOf(props);
  return head === undefined ? null : <li className={css.group}>{head}</li>;
}

function headOf<Row>({ groups, row, before }: GroupProps<Row>): ReactNode {
  if (!groups || (before !== undefined && groups.of(before) === groups.of(row))) return undefined;
  return groups.head(groups.of(row));
}
