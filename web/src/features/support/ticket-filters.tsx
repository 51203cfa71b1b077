import { FilterSelect } from '../../ui/table/filter-select.tsx';
import type { TicketFilters } from './support-search.ts';
import { CATEGORY_OPTIONS, PRIORITY_OPTIONS, STATUS_OPTIONS } from './ticket-labels.tsx';

const anyOr = <Option,>(label: string, options: Option[]) => [{ value: '', label }, ...options];

const STATUSES = anyOr('All statuses', STATUS_OPTIONS);
const PRIORITIES = anyOr('All priorities', PRIORITY_OPTIONS);
const CATEGORIES = anyOr('All categories', CATEGORY_OPTIONS);

type TicketFilterSelectsProps = {
  filters: TicketFilters;
  isAdmin: boolean;
  onChange: (part: Record<string, string | undefined>) => void;
};

/** The filters of tickets. A chosen status applies to all tickets, whichever side they wait for. */
export function TicketFilterSelects({ filters, isAdmin, onChange }: TicketFilterSelectsProps) {
  const { status = '', priority = '', category = '' } = filters;
  return (
    <>
      <FilterSelect<string>
        label="Status"
        options={STATUSES}
        value={status}
        onChange={(next) => onChange({ status: next, ...(isAdmin && { waiting_for: 'all' }) })}
      />
      <FilterSelect<string>
        label="Priority"
        options={PRIORITIES}
        value={priority}
        onChange={(next) => onChange({ priority: next })}
      />
      <FilterSelect<string>
        label="Category"
        options={CATEGORIES}
        value={category}
        onChange={(next) => onChange({ category: next })}
      />
    </>
  );
}
