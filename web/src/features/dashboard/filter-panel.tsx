import { PERFORMANCE_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { useSubscriptionActive } from '../../api/session.ts';
import { useListSearch } from '../../list-search.ts';
import { paths } from '../../paths.ts';
import { useIsPhone } from '../../ui/layout/media.ts';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import css from './dashboard.module.css';
import { type DashboardSearch, lastDays, RANGES } from './dashboard-search.ts';
import { DateRangeField } from './parts/date-range-field.tsx';

type FilterPanelProps = { search: DashboardSearch; today: string; isInvalid: boolean };

/** The time that the figures are of, Reset, and the way to a new campaign. */
export function FilterPanel({ search, today, isInvalid }: FilterPanelProps) {
  const { change } = useListSearch(PERFORMANCE_PAGE_SIZE);
  const isActive = useSubscriptionActive();
  const isPhone = useIsPhone();
  const { start_date, end_date, sort_by } = search;
  const isSet = start_date !== undefined || end_date !== undefined || sort_by !== undefined;
  const newCampaign = {
    label: 'New Campaign',
    to: paths.newCampaign,
    offReason: isActive ? undefined : 'Renew to create campaigns',
  };
  return (
    <Toolbar
      filters={
        <>
          <fieldset className={css.ranges} aria-label="Range">
            {RANGES.map(({ label, days }) => {
              const range = lastDays(days, today);
              return (
                <button
                  key={label}
                  type="button"
                  className={css.range}
                  aria-pressed={range.start_date === start_date && range.end_date === end_date}
                  onClick={() => change(range)}
                >
                  {label}
                </button>
              );
            })}
          </fieldset>
          <DateRangeField
            start={start_date}
            end={end_date}
            today={today}
            isInvalid={isInvalid}
            onChange={change}
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
