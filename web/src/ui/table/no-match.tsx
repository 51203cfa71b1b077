import { Button } from '@mantine/core';
import { EmptyState } from '../feedback/empty-state.tsx';

type NoMatchProps = {
  /** One of what the list holds: 'template'. */
  noun: string;
  page: number;
  onPage: (page: number) => void;
  /** Takes search and filters away. */
  onReset: () => void;
};

/** A search, filter or page of a list that holds nothing, and the way back to what there is. */
export function NoMatch({ noun, page, onPage, onReset }: NoMatchProps) {
  if (page > 1) {
    return (
      <EmptyState
        drawing="glass"
        title="Nothing on this page"
        sentence={`There are no longer enough ${noun}s for this page.`}
        action={
          <Button variant="default" onClick={() => onPage(1)}>
            Go to the first page
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      drawing="glass"
      title={`No ${noun} matches`}
      sentence="Try a shorter search."
      action={
        <Button variant="default" onClick={onReset}>
          Show all
        </Button>
      }
    />
  );
}
