import css from './data-table.module.css';
import { type Boxes, type Column, Columns } from './table-columns.tsx';
import { ColumnHead, type Sort } from './table-head.tsx';

type TableSkeletonProps<Row> = {
  label: string;
  columns: Column<Row>[];
  rowHeight?: 'two-line' | 'one-line';
  skeletonRows?: number;
  /** Undefined if rows cannot be selected. */
  boxes: Boxes | undefined;
  sort: Sort | undefined;
  visible: boolean;
  isPhone: boolean;
};

/** The real head and columns with grey lines in them, at the final height of the rows. */
export function TableSkeleton<Row>(props: TableSkeletonProps<Row>) {
  const { label, columns, visible, isPhone, rowHeight = 'two-line', skeletonRows = 5, boxes, sort } = props;
  const lines = Array.from({ length: skeletonRows }, (_, index) => index);
  if (isPhone) {
    return (
      <ul className={css.cards} aria-busy="true" aria-label={`Loading ${label}`} data-visible={visible}>
        {lines.map((line) => (
          <li key={line} style={{ height: rowHeight === 'two-line' ? 152 : 72 }}>
            <div className="grow">
              <span className={css.blank} style={{ width: '55%' }} />
            </div>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <table
      className={css.table}
      aria-busy="true"
      aria-label={`Loading ${label}`}
      data-height={rowHeight}
      data-boxes={boxes}
      data-visible={visible}
    >
      <Columns columns={columns} boxes={boxes} />
      <thead>
        <tr>
          {boxes ? (
            <th scope="col" className={css.box}>
              <span className="visually-hidden">Select</span>
            </th>
          ) : null}
          {columns.map((column, index) => (
            <ColumnHead key={column.head || index} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line}>
            {boxes ? <td className={css.box} /> : null}
            {columns.map(({ head, align, narrow }, index) => (
              <td key={head || index} data-align={align} data-narrow={narrow === 'gone' ? narrow : undefined}>
                <span className={css.blank} style={{ width: index === 0 ? '60%' : '72%' }} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
