import { PERFORMANCE_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useListSearch } from '../../list-search.ts';
import { paths } from '../../paths.ts';
import { useDelayed } from '../../ui/feedback/delayed.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { PageSizeSelect } from '../../ui/table/page-size-select.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { SearchField } from '../../ui/table/search-field.tsx';
import { performanceQuery } from './api.ts';
import { DEFAULT_SORT, SORTS } from './dashboard-search.ts';
import { useLastGood } from './last-good.ts';
import type { DateRange } from './parts/date-range.ts';
import css from './performance.module.css';
import { PerformanceCard } from './performance-card.tsx';
import { RetryLine } from './retry-line.tsx';

const route = getRouteApi('/users/dashboard');

const SORT_OPTIONS = Object.entries(SORTS).map(([value, label]) => ({ value, label }));

/** What each profile did over all campaigns, five cards a row. */
export function Performance({ range }: { range: DateRange }) {
  const { search, page, limit, change, onSearch, onPage, onSize } = useListSearch(PERFORMANCE_PAGE_SIZE);
  const { sort_by = DEFAULT_SORT } = route.useSearch();
  const query = useQuery(performanceQuery({ ...range, sort_by, search, page, limit }));
  const answer = useLastGood(query.data);
  const isLate = useDelayed(query.isPending);
  return (
    <section className={css.section} aria-labelledby="performance-title">
      <div className={css.head}>
        <div className={css.words}>
          <h2 id="performance-title">All-Time Profile Performance</h2>
          <p className={css.note}>Profile performance across all campaigns</p>
        </div>
        <SearchField className={css.search} label="Search profiles..." value={search} onSearch={onSearch} />
        <FilterSelect
          className={css.sort}
          label="Sort Profiles By"
          isLabelShown
          options={SORT_OPTIONS}
          value={sort_by}
          onChange={(value) => change({ sort_by: value === DEFAULT_SORT ? undefined : value })}
        />
        <PageSizeSelect value={limit} onSize={onSize} />
      </div>
      {query.isError && answer ? (
        <RetryLine onRetry={query.refetch}>The performance could not be brought up to date.</RetryLine>
      ) : null}
      {answer ? (
        <>
          <ul className={css.cards}>
            {answer.profilePerformance.map((row) => (
              <PerformanceCard key={row.profile_id} row={row} />
            ))}
          </ul>
          {answer.profilePerformance.length === 0 ? (
            <NothingHere search={search} page={page} onSearch={onSearch} onPage={onPage} />
          ) : (
            <Pagination
              bare
              page={page}
              pageSize={limit}
              totalItems={answer.pagination.totalItems}
              onPage={onPage}
            />
          )}
        </>
      ) : query.isError ? (
        <div className={css.nothing}>
          <ErrorState
            title="The profile performance could not be fetched"
            error={query.error}
            onRetry={query.refetch}
          />
        </div>
      ) : (
        <ul
          className={css.cards}
          aria-busy="true"
          aria-label="Loading profile performance"
          data-late={isLate}
        >
          {Array.from({ length: PERFORMANCE_PAGE_SIZE }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blanks have no identity but their place
            <li key={index} className={css.blank} />
          ))}
        </ul>
      )}
    </section>
  );
}

type NothingHereProps = {
  search: string;
  page: number;
  onSearch: (text: string) => void;
  onPage: (page: number) => void;
};

function NothingHere({ search, page, onSearch, onPage }: NothingHereProps) {
  return (
    <div className={css.nothing}>
      {search || page > 1 ? (
        <NoMatch noun="profile" page={page} onPage={onPage} onReset={() => onSearch('')} />
      ) : (
        <EmptyState
          drawing="wire"
          title="No profiles yet"
          sentence="Once profiles have sent messages, their results appear here."
          action={
            <ButtonLink to={paths.profiles} variant="default">
              Add a profile
            </ButtonLink>
          }
        />
      )}
    </div>
  );
}
