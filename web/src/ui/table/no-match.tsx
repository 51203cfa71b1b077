import { Button } from '@mantine/core';
import { EmptyState } from '../feedback/empty-state.tsx';

type NoMatchProps = {
  /** The singular of the list's noun: 'template'. */
  noun: string;
  page: number;
  onPage: (page: number) => void;
  /** Removes search and filters. */
  onReset: () => void;
};

/** A search, filter or page of a list without rows, and the way back. */
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
