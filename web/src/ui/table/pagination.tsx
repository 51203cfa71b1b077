import { Button } from '@mantine/core';
import { formatCount } from '../../format/format-number.ts';
import { pageNumbers } from './page-numbers.ts';
import css from './pagination.module.css';

type PaginationProps = {
  page: number;
  pageSize: number;
  totalItems: number;
  onPage: (page: number) => void;
  /** Numbered buttons, at most five, instead of Previous and Next alone. */
  numbered?: boolean;
  /** Without the card's line and padding, under a grid. */
  bare?: boolean;
};

/** 'Showing X to Y of Z results' and the way to the other pages. */
export function Pagination({ page, pageSize, totalItems, onPage, numbered, bare }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(totalItems / pageSize));
  const from = Math.min(totalItems, (page - 1) * pageSize + 1);
  const to = Math.min(totalItems, page * pageSize);
  return (
    <nav className={css.foot} aria-label="Pages" data-bare={bare}>
      <p className={css.words}>
        Showing {formatCount(from)} to {formatCount(to)} of {formatCount(totalItems)} results
      </p>
      {pages > 1 ? (
        <div className={css.buttons}>
          <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          {numbered
            ? pageNumbers(page, pages).map((number) => (
                <Button
                  key={number}
                  variant="default"
                  size="xs"
                  className={css.number}
                  data-current={number === page}
                  aria-current={number === page ? 'page' : undefined}
                  aria-label={`Page ${number}`}
                  onClick={() => onPage(number)}
                >
                  {number}
                </Button>
              ))
            : null}
          <Button variant="default" size="xs" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </div>
      ) : null}
    </nav>
  );
}
