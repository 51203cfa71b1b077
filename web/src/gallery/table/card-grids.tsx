import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { CardGrid } from '../../ui/table/card-grid.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';
import { doNothing } from '../samples.ts';
import { QUERIES, ROWS, type Row } from './rows.tsx';

/** Grids of cards. */
export const cardGrids: PartStates[] = [
  {
    part: 'CardGrid',
    isWide: true,
    states: {
      'Cards, one of them marked, and pages': (
        <Grid
          isMarked={({ id }) => id === 2}
          foot={<Pagination bare page={1} pageSize={5} totalItems={12} onPage={doNothing} />}
        />
      ),
      'A last card of its own': <Grid last={<Button variant="default">Add a list</Button>} />,
      'Waiting for cards': <Grid items={undefined} query={QUERIES.pending} />,
      'Waiting for another page': <Grid query={QUERIES.late} />,
      Failed: <Grid items={undefined} query={QUERIES.refused} />,
      Empty: <Grid items={[]} />,
    },
  },
];

function Grid(props: Partial<ComponentProps<typeof CardGrid<Row>>>) {
  return (
    <CardGrid
      label="Lists"
      items={ROWS}
      itemKey={({ id }) => id}
      query={QUERIES.answered}
      failure="Failed to fetch lists"
      skeletonHeight={104}
      card={({ name, sent }) => (
        <>
          <h3 className={`${css.cut} one-line`} title={name} dir="auto">
            {name}
          </h3>
          <p>{formatCount(sent)} recipients</p>
        </>
      )}
      empty={<EmptyState drawing="cards" title="No lists yet" sentence="A list names your recipients." />}
      {...props}
    />
  );
}
