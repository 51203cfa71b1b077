import { Button } from '@mantine/core';
import { useRef } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { pageNumbers } from './page-numbers.ts';
import css from './pagination.module.css';

type PaginationProps = {
  page: number;
  pageSize: number;
  totalItems: number;
  onPage: (page: number) => void;
  /** Numbered buttons, at most five, instead of only Previous and Next. */
  numbered?: boolean;
  /** Without the card's line and padding, under a grid. */
  bare?: boolean;
};

/** 'Showing X to Y of Z results' and the way to the other pages. Place it directly below its list. */
export function Pagination({ page, pageSize, totalItems, onPage, numbered, bare }: PaginationProps) {
  const nav = useRef<HTMLElement>(null);
  const pages = Math.max(1, Math.ceil(totalItems / pageSize));
  const from = Math.min(totalItems, (page - 1) * pageSize + 1);
  const to = Math.min(totalItems, page * pageSize);
  const turn = (next: number) => {
    onPage(next);
    beginList(nav.current?.previousElementSibling, next <= 1 || next >= pages);
  };
  return (
    <nav ref={nav} className={css.foot} aria-label="Pages" data-bare={bare}>
      <p className={`${css.words} dimmed`}>
        Showing {formatCount(from)} to {formatCount(to)} of {formatCount(totalItems)} results
      </p>
      {pages > 1 ? (
        <div className={css.buttons}>
          <Button variant="default" size="xs" disabled={page <= 1} onClick={() => turn(page - 1)}>
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
                  onClick={() => turn(number)}
                >
                  {number}
                </Button>
              ))
            : null}
          <Button variant="default" size="xs" disabled={page >= pages} onClick={() => turn(page + 1)}>
            Next
          </Button>
        </div>
      ) : null}
    </nav>
  );
}

/**
 * Another page is read from its beginning (docs/behaviour.md#focus): if that is out of view, the page scrolls to the
 * list, which takes the focus; it also takes the focus from a pressed button that is now off.
 */
function beginList(list: Element | null | undefined, goesOff: boolean): void {
  const first = list?.querySelector('tr, li');
  if (!list || !first) return;
  const before = first.getBoundingClientRect().top;
  first.scrollIntoView({ block: 'nearest' });
  const hasMoved = Math.abs(first.getBoundingClientRect().top - before) >= 1;
  if (!hasMoved && !goesOff) return;
  const taker = list.querySelector('table') ?? (list as HTMLElement);
  taker.tabIndex = -1;
  taker.focus({ preventScroll: true });
}
