import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { BulkBar } from '../../ui/table/bulk-bar.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useSelection } from '../../ui/table/selection.ts';
import type { PartStates } from '../part-states.tsx';
import { doNothing } from '../samples.ts';
import { QUERIES, ROWS, type Row } from './rows.tsx';
import { TABLE } from './tables.tsx';

/** Tables whose rows can be selected. */
export const selections: PartStates[] = [
  {
    part: 'BulkBar',
    note: 'It covers the head of the table while rows are selected.',
    isWide: true,
    states: {
      'Nothing selected': <SelectedTable ids={[]} />,
      'Some selected': <SelectedTable ids={[1, 3]} />,
      'All selected': <SelectedTable ids={ROWS.map(({ id }) => id)} count={12_841} />,
      'Boxes on hover': <SelectedTable ids={[]} boxes="on-hover" />,
      'Waiting for rows to select': <SelectedTable ids={[]} rows={undefined} />,
    },
  },
];

const idOf = ({ id }: Row) => id;
const labelOf = ({ name }: Row) => name;

type SelectedTableProps = {
  /** The initial selection. */
  ids: number[];
  /** The number that is meant, if it is more than on the page. */
  count?: number;
  rows?: Row[] | undefined;
  boxes?: 'on-hover';
};

function SelectedTable({ ids, count, boxes, ...props }: SelectedTableProps) {
  const rows = 'rows' in props ? props.rows : ROWS;
  const selection = useSelection({ rows, id: idOf, label: labelOf });
  const first = useRef({ ids, replace: selection.replace });
  useLayoutEffect(() => first.current.replace(first.current.ids), []);
  return (
    <DataTable
      {...TABLE}
      label="Campaigns to select"
      rows={rows}
      query={rows ? QUERIES.answered : QUERIES.pending}
      skeletonRows={2}
      selection={selection}
      {...(boxes && { boxes })}
      bulkBar={
        rows && selection.ids.size > 0 ? (
          <BulkBar selection={selection} rows={rows} {...(count === undefined ? {} : { count })}>
            <Button variant="default" size="compact-sm" onClick={doNothing}>
              Archive
            </Button>
            <Button variant="default" size="compact-sm" onClick={doNothing}>
              Delete
            </Button>
          </BulkBar>
        ) : null
      }
    />
  );
}
