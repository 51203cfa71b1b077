import type { ReactNode } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { useDelayed } from '../feedback/delayed.ts';
import { ErrorState, type FetchState } from '../feedback/error-state.tsx';
import css from './card-grid.module.css';

type CardGridProps<Item> = {
  /** The noun of the cards, for their accessible name: 'Templates'. */
  label: string;
  /** Undefined until the first answer. */
  items: Item[] | undefined;
  itemKey: (item: Item) => number;
  query: FetchState;
  /** The title of its error state: 'Failed to fetch templates'. */
  failure: string;
  empty: ReactNode;
  /** The inside of a card. */
  card: (item: Item) => ReactNode;
  /** Marks a card with the accent. */
  isMarked?: (item: Item) => boolean;
  /** An additional last card, shown even without others. */
  last?: ReactNode;
  /** The height of a loading card, in pixels. */
  skeletonHeight: number;
  /** Below the grid: a bare Pagination. */
  foot?: ReactNode;
};

/** Three columns of cards, at least 280 px each, and the three other states of a list. */
export function CardGrid<Item>(props: CardGridProps<Item>) {
  const { label, items, itemKey, query, failure, empty, card, isMarked, last, skeletonHeight, foot } = props;
  const showSkeleton = useDelayed(!items && !query.error);
  const isLate = useDelayed(query.isPlaceholderData ?? false);
  if (!items) {
    if (query.error) {
      return (
        <div className={`${css.whole} surface`}>
          <ErrorState title={failure} error={query.error} onRetry={query.refetch} />
        </div>
      );
    }
    return <Skeleton label={label} height={skeletonHeight} visible={showSkeleton} />;
  }
  return (
    <>
      {items.length === 0 ? <div className={`${css.whole} surface`}>{empty}</div> : null}
      {items.length > 0 || last ? (
        <ul className={css.grid} aria-label={label} aria-busy={isLate} data-late={isLate}>
          {items.map((item) => (
            <li key={itemKey(item)} className={`${css.card} surface`} data-marked={isMarked?.(item)}>
              {card(item)}
            </li>
          ))}
          {last ? <li className={`${css.card} surface`}>{last}</li> : null}
        </ul>
      ) : null}
      {foot}
    </>
  );
}

type CardHeadProps = {
  name: string;
  /** In place of the name: a link to its page. */
  link?: ReactNode;
  /** At the right: a menu, a badge. */
  aside: ReactNode;
  /** Below the name, in at most two lines. */
  description?: string;
};

/** The top of a card: its name in at most two lines. */
export function CardHead({ name, link, aside, description }: CardHeadProps) {
  return (
    <>
      <div className={css.head}>
        <h2 className="two-lines medium" title={name} dir="auto">
          {link ?? name}
        </h2>
        {aside}
      </div>
      {description === undefined ? null : (
        <p className={`${css.description} dimmed two-lines`} title={description} dir="auto">
          {description}
        </p>
      )}
    </>
  );
}

type CardTotalProps = {
  count: number | undefined;
  /** One of what is counted: 'recipient'. */
  noun: string;
  /** At the right. */
  children?: ReactNode;
};

/** How many a card's thing holds, as its large figure. */
export function CardTotal({ count, noun, children }: CardTotalProps) {
  return (
    <div className={css.figures}>
      <p className={`${css.total} dimmed`}>
        <b>{formatCount(count)}</b> {count === 1 ? noun : `${noun}s`}
      </p>
      {children}
    </div>
  );
}

function Skeleton({ label, height, visible }: { label: string; height: number; visible: boolean }) {
  return (
    <ul className={css.grid} aria-busy="true" aria-label={`Loading ${label}`} data-visible={visible}>
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <li key={place} className={`${css.card} surface`} style={{ height }}>
          <span className={css.blank} style={{ width: '60%' }} />
          <span className={css.blank} style={{ width: '90%' }} />
        </li>
      ))}
    </ul>
  );
}
