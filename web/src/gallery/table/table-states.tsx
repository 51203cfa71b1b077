import { DataTable } from '../../ui/table/data-table.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import type { PartStates } from '../part-states.tsx';
import { doNothing } from '../samples.ts';
import { QUERIES } from './rows.tsx';
import { TABLE } from './tables.tsx';

const SORT = { by: 'name_asc', onSort: doNothing };

/** Tables without rows, and with those of the previous page. */
export const tableStates: PartStates[] = [
  {
    part: 'DataTable without rows',
    isWide: true,
    states: {
      'Waiting for rows of two lines': (
        <DataTable
          {...TABLE}
          label="campaigns"
          rows={undefined}
          query={QUERIES.pending}
          skeletonRows={3}
          sort={SORT}
        />
      ),
      'Waiting for rows of one line': (
        <DataTable
          {...TABLE}
          label="campaigns"
          rowHeight="one-line"
          rows={undefined}
          query={QUERIES.pending}
          skeletonRows={3}
        />
      ),
      'Waiting for another page': <DataTable {...TABLE} label="Campaigns" query={QUERIES.late} />,
      Failed: <DataTable {...TABLE} label="Campaigns" rows={undefined} query={QUERIES.refused} />,
      Empty: <DataTable {...TABLE} label="Campaigns" rows={[]} />,
      'Empty for a search': (
        <DataTable
          {...TABLE}
          label="Campaigns"
          rows={[]}
          empty={<NoMatch noun="campaign" page={1} onPage={doNothing} onReset={doNothing} />}
        />
      ),
    },
  },
];
