import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { PERFORMANCE_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { ProgressBar } from '../../campaign-state/progress-bar.tsx';
import type { DateRange } from '../../date-range.ts';
import { formatCount, formatPercent } from '../../format/format-number.ts';
import { useListSearch } from '../../list-search.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { useDelayed } from '../../ui/feedback/delayed.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { DateWithAgo } from '../../ui/layout/time.tsx';
import { FilterSelect, PageSizeSelect } from '../../ui/table/filter-select.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { SearchField } from '../../ui/table/search-field.tsx';
import { restOf } from '../profiles/parts/rest.ts';
import { RemovedBadge, RestBadge } from '../profiles/parts/rest-badge.tsx';
import { SuccessRate } from '../profiles/parts/success-rate.tsx';
import { performanceQuery } from './api.ts';
import { DEFAULT_SORT, SORTS } from './dashboard-search.ts';
import css from './performance.module.css';
import { RetryLine, useLastGood } from './retry-line.tsx';

const route = getRouteApi('/users/dashboard');

const SORT_OPTIONS = Object.entries(SORTS).map(([value, label]) => ({ value, label }));

/** Each profile's results over all campaigns, five cards a row. */
export function Performance({ range }: { range: DateRange }) {
  const { search, page, limit, change, onSearch, onPage, onSize } = useListSearch(PERFORMANCE_PAGE_SIZE);
  const { sort_by = DEFAULT_SORT } = route.useSearch();
  const query = useQuery(performanceQuery({ ...range, sort_by, search, page, limit }));
  const answer = useLastGood(query.data);
  const isLate = useDelayed(query.isPending);
  return (
    <section className={css.section} aria-labelledby="performance-title">
      <div className={css.head}>
        <div className={`${css.words} grow`}>
          <h2 id="performance-title">All-Time Profile Performance</h2>
          <p className="dimmed">Profile performance across all campaigns</p>
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
        <div className={`${css.nothing} surface`}>
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
            <li key={index} className={`${css.blank} surface`} />
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
    <div className={`${css.nothing} surface`}>
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

/** One profile: its success rate, and the counts behind it. */
const PerformanceCard = memo(function PerformanceCard({ row }: { row: ProfilePerformance }) {
  const { messages_sent: sent, messages_failed: failed } = row;
  const tried = sent + failed;
  return (
    <li className={`${css.card} surface`}>
      <h3 className={`${css.profile} medium`} title={row.profile_path} dir="auto">
        {row.profile_name}
      </h3>
      <div className={css.rate}>
        <span className={css.percent}>
          <SuccessRate percent={row.success_rate} attempts={tried} />
        </span>
        <State row={row} />
      </div>
      <ProgressBar total={tried} sent={sent} failed={failed} />
      <p className={`${css.sent} dimmed`}>
        <span>
          <b>{formatCount(sent)}</b> sent
        </span>
      </p>
      <details className={css.more}>
        <summary>More</summary>
        <dl className={css.facts}>
          <Fact name="Sent">{formatCount(sent)}</Fact>
          <Fact name="Failed">{formatCount(failed)}</Fact>
          <Fact name="Blocked">{formatCount(row.profile_blocked)}</Fact>
          <Fact name="Total actions">{formatCount(row.total_actions)}</Fact>
          <Fact name="Efficiency">{row.total_actions > 0 ? formatPercent(row.efficiency) : '–'}</Fact>
          <Fact name="Campaigns">{formatCount(row.campaigns_used)}</Fact>
          <Fact name="First action">
            <DateWithAgo iso={row.first_action} />
          </Fact>
          <Fact name="Last action">
            <DateWithAgo iso={row.last_action} />
          </Fact>
        </dl>
      </details>
    </li>
  );
});

function State({ row }: { row: ProfilePerformance }) {
  if (row.deleted_at) return <RemovedBadge />;
  const rest = restOf(row);
  if (rest) {
    return (
      <span className={css.badges}>
        <RestBadge rest={rest} />
        {row.running_campaign ? (
          <span title={`Sending ${row.running_campaign.name}`}>
            <Badge dense tone="pending">
              In Use
            </Badge>
          </span>
        ) : null}
      </span>
    );
  }
  if (row.is_active === 0) {
    return (
      <Badge dense tone="pending" icon={<IconMinus size={12} aria-hidden="true" />}>
        Inactive
      </Badge>
    );
  }
  return <span className="dimmed">{row.total_actions > 0 ? 'success' : 'Not used yet'}</span>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
