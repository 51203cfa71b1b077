import type { TicketAssignment } from '@pigeonpost/contract/account/support';
import type { TicketCounts } from '@pigeonpost/contract/calls/support';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { FilterTabs } from '../../ui/table/filter-tabs.tsx';
import css from './support.module.css';
import type { TicketView } from './support-search.ts';

type QueueTabsProps = {
  /** Undefined until they are known. */
  counts: TicketCounts | undefined;
  view: TicketView;
  assigned: TicketAssignment | undefined;
  onView: (view: TicketView) => void;
  onAssigned: (assigned: string) => void;
};

/** The tickets by the side that they wait for, each with its number, and a filter by assignee. */
export function QueueTabs({ counts, view, assigned, onView, onAssigned }: QueueTabsProps) {
  const countOf = (count: number | undefined) => (count === undefined ? '' : ` (${count})`);
  return (
    <div className={css.queue}>
      <FilterTabs<TicketView>
        label="Tickets by whose turn it is"
        tabs={[
          { value: 'us', label: 'Waiting for us', count: counts?.us },
          { value: 'them', label: 'Waiting for them', count: counts?.them },
          { value: 'resolved', label: 'Resolved', count: counts?.resolved },
          { value: 'closed', label: 'Closed', count: counts?.closed },
          { value: 'all', label: 'All', count: counts?.all },
        ]}
        value={view}
        onChange={onView}
      />
      <FilterSelect<string>
        label="Assigned to"
        options={[
          { value: '', label: "Everybody's" },
          { value: 'me', label: `Mine${countOf(counts?.mine)}` },
          { value: 'nobody', label: `Nobody's${countOf(counts?.nobodys)}` },
        ]}
        value={assigned ?? ''}
        onChange={onAssigned}
      />
    </div>
  );
}
