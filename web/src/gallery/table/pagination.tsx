import { useState } from 'react';
import { PageSizeSelect } from '../../ui/table/filter-select.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';

/** The ways to other pages. */
export const pagination: PartStates[] = [
  {
    part: 'Pagination',
    isWide: true,
    states: {
      'First page': <Pages first={1} />,
      'A page in the middle': <Pages first={4} />,
      'Last page': <Pages first={8} />,
      'With numbers': <Pages first={4} numbered />,
      'Of a million': <Pages first={100_000} total={1_000_000} numbered />,
      'One page alone': <Pages first={1} total={3} />,
      'Nothing at all': <Pages first={1} total={0} />,
      'Bare, under a grid': <Pages first={2} bare />,
    },
  },
  { part: 'PageSizeSelect', note: 'Not on phones.', states: { 'To be changed': <PageSize /> } },
];

type PagesProps = { first: number; total?: number; numbered?: boolean; bare?: boolean };

function Pages({ first, total = 76, ...look }: PagesProps) {
  const [page, setPage] = useState(first);
  return (
    <div className={look.bare ? undefined : css.surface}>
      <Pagination page={page} pageSize={10} totalItems={total} onPage={setPage} {...look} />
    </div>
  );
}

function PageSize() {
  const [size, setSize] = useState(10);
  return <PageSizeSelect value={size} onSize={setSize} />;
}
