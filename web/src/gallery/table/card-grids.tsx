import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Badge } from '../../ui/feedback/badge.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { CardGrid, CardHead, CardTotal } from '../../ui/table/card-grid.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import type { PartStates } from '../part-states.tsx';
import { doNothing, LONG_NAME } from '../samples.ts';
import { QUERIES, ROWS, type Row } from './rows.tsx';

const CARD = { name: LONG_NAME, aside: <Badge tone="running">Selected</Badge> };

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
  {
    part: 'CardHead',
    states: {
      'A name': <CardHead {...CARD} />,
      'With a link and a description': (
        <CardHead {...CARD} link={<a href="#top">{LONG_NAME}</a>} description={LONG_NAME} />
      ),
    },
  },
  {
    part: 'CardTotal',
    states: {
      One: <CardTotal count={1} noun="recipient" />,
      Many: <CardTotal count={10_000_000} noun="recipient" />,
      'Not there yet': <CardTotal count={undefined} noun="recipient" />,
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
      skeletonHeight={160}
      card={({ name, sent }) => (
        <>
          <CardHead
            name={name}
            aside={
              <RowMenu
                label={`More for ${name}`}
                items={[{ label: 'Edit', icon: IconPencil, onPress: doNothing }]}
              />
            }
            description="People who bought something in the shop."
          />
          <CardTotal count={sent} noun="recipient">
            <Button variant="default" size="compact-sm">
              Manage
            </Button>
          </CardTotal>
        </>
      )}
      empty={<EmptyState drawing="cards" title="No lists yet" sentence="A list names your recipients." />}
      {...props}
    />
  );
}
