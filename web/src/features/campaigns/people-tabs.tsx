import type { CampaignPeopleCounts } from '@pigeonpost/contract/calls/campaigns';
import type { PeopleFilter } from '@pigeonpost/contract/campaigns';
import { formatCount } from '../../format/format-number.ts';
import { FilterTabs } from '../../ui/table/filter-tabs.tsx';
import css from './people.module.css';

/** What the kinds of a campaign's people are called, wherever they are told apart. */
export const PEOPLE_WORDS: Record<PeopleFilter, string> = {
  tried: 'All tried',
  sent: 'Sent',
  failed: 'Not delivered',
  not_found: 'Not found',
  uncertain: 'Unclear',
  certainly_failed: 'Failed',
  pending: 'Pending',
  skipped: 'Skipped',
};

const TABS = ['tried', 'sent', 'failed', 'pending', 'skipped'] as const;
const OF_NOT_DELIVERED = ['failed', 'not_found', 'uncertain', 'certainly_failed'] as const;

type PeopleTabsProps = {
  counts: CampaignPeopleCounts | undefined;
  state: PeopleFilter;
  onState: (state: PeopleFilter) => void;
};

/** The kinds of people as tabs; below 'Not delivered' what it is made of. */
export function PeopleTabs({ counts, state, onState }: PeopleTabsProps) {
  const isNotDelivered = OF_NOT_DELIVERED.some((one) => one === state);
  return (
    <>
      <FilterTabs
        label="People by outcome"
        tabs={TABS.map((value) => ({ value, label: PEOPLE_WORDS[value], count: counts?.[value] }))}
        value={isNotDelivered ? 'failed' : (TABS.find((one) => one === state) ?? 'tried')}
        onChange={onState}
      />
      {isNotDelivered ? (
        <fieldset className={css.parts} aria-label="Not delivered, by reason">
          {/* Counted by the first of them: 'All 65'. */}
          {OF_NOT_DELIVERED.map((one) => (
            <button
              key={one}
              type="button"
              className={css.part}
              aria-pressed={one === state}
              onClick={() => onState(one)}
            >
              {one === 'failed' ? 'All' : PEOPLE_WORDS[one]} <b>{formatCount(counts?.[one])}</b>
            </button>
          ))}
        </fieldset>
      ) : null}
    </>
  );
}
