import { PERFORMANCE_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { useSubscriptionActive } from '../../api/session.ts';
import { useListSearch } from '../../list-search.ts';
import { paths } from '../../paths.ts';
import { useIsPhone } from '../../ui/layout/media.ts';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import css from './dashboard.module.css';
import { type DashboardSearch, DEFAULT_SORT, SORTS } from './dashboard-search.ts';
import { DateRangeField } from './date-range-field.tsx';

const SORT_OPTIONS = Object.entries(SORTS).map(([value, label]) => ({ value, label }));

type FilterPanelProps = { search: DashboardSearch; today: string; isInvalid: boolean };

/** Dates, the order of the profiles, Reset, and the way to a new campaign. */
export function FilterPanel({ search, today, isInvalid }: FilterPanelProps) {
  const { change } = useListSearch(PERFORMANCE_PAGE_SIZE);
  const isActive = useSubscriptionActive();
  const isPhone = useIsPhone();
  const { start_date, end_date, sort_by = DEFAULT_SORT } = search;
  const isSet = start_date !== undefined || end_date !== undefined || sort_by !== DEFAULT_SORT;
  const newCampaign = {
    label: 'New Campaign',
    to: paths.newCampaign,
    offReason: isActive ? undefined : 'Renew to create campaigns',
  };
  return (
    <Toolbar
      filters={
        <>
          <DateRangeField
            start={start_date}
            end={end_date}
            today={today}
            isInvalid={isInvalid}
            onChange={change}
          />
          <FilterSelect
            className={css.sort}
            label="Sort Profiles By"
            isLabelShown
            options={SORT_OPTIONS}
            value={sort_by}
            onChange={(value) => change({ sort_by: value === DEFAULT_SORT ? undefined : value })}
          />
        </>
      }
      keepsReset
      onReset={
        isSet ? () => change({ start_date: undefined, end_date: undefined, sort_by: undefined }) : undefined
      }
      // On a phone the first quick action is the same.
      {...(isPhone ? {} : { primary: newCampaign })}
    />
  );
}
