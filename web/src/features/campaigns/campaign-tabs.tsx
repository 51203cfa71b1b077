import type { CampaignCounts } from '@pigeonpost/contract/calls/campaigns';
import type { CampaignFilter, CampaignSort } from '@pigeonpost/contract/campaigns';
import { useIsPhone } from '../../ui/layout/media.ts';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { FilterTabs } from '../../ui/table/filter-tabs.tsx';

type CampaignTabsProps = {
  /** Undefined until they are known. */
  counts: CampaignCounts | undefined;
  value: CampaignFilter | undefined;
  onStatus: (status: CampaignFilter | undefined) => void;
};

/**
 * All, Running, Paused, Pending and Completed, which holds those that failed as well; each says how many. Those that
 * stand still and those that are archived have a tab while there are any.
 */
export function CampaignTabs({ counts, value, onStatus }: CampaignTabsProps) {
  const ended = counts && counts.completed + counts.failed;
  const all = counts && counts.running + counts.paused + counts.pending + counts.completed + counts.failed;
  const isCompleted = value === 'completed' || value === 'failed';
  const isThere = (one: 'standing_still' | 'archived') => value === one || (counts?.[one] ?? 0) > 0;
  return (
    <FilterTabs
      label="Campaigns by status"
      tabs={[
        { value: 'all', label: 'All', count: all },
        ...(isThere('standing_still')
          ? [
              {
                value: 'standing_still',
                label: 'Stand still',
                count: counts?.standing_still,
                tone: 'warned',
              } as const,
            ]
          : []),
        { value: 'running', label: 'Running', count: counts?.running },
        { value: 'paused', label: 'Paused', count: counts?.paused },
        { value: 'pending', label: 'Pending', count: counts?.pending },
        { value: 'ended', label: 'Completed', count: ended },
        ...(isThere('archived')
          ? [{ value: 'archived', label: 'Archived', count: counts?.archived } as const]
          : []),
      ]}
      value={isCompleted ? 'ended' : (value ?? 'all')}
      onChange={(tab) => onStatus(tab === 'all' ? undefined : tab)}
    />
  );
}

const SORTS: { value: CampaignSort; label: string }[] = [
  { value: 'under_way', label: 'Active first' },
  { value: 'created_desc', label: 'Newest first' },
  { value: 'created_asc', label: 'Oldest first' },
  { value: 'name_asc', label: 'By name' },
  { value: 'name_desc', label: 'Name, Z to A' },
  { value: 'progress_desc', label: 'Most done first' },
  { value: 'progress_asc', label: 'Least done first' },
];

const ENDED_SORTS: { value: CampaignSort; label: string }[] = [
  { value: 'ended_desc', label: 'Ended most recently' },
  { value: 'ended_asc', label: 'Ended longest ago' },
  { value: 'sent_desc', label: 'Most sent first' },
  { value: 'reached_desc', label: 'Most reached first' },
  { value: 'reached_asc', label: 'Least reached first' },
  { value: 'not_found_desc', label: 'Most not found first' },
  { value: 'took_desc', label: 'Longest first' },
  { value: 'took_asc', label: 'Shortest first' },
];

type SortSelectProps = { value: CampaignSort; isOfEnded: boolean; onSort: (by: string) => void };

/** What the cards of a phone are sorted by: they have no heads to press. */
export function CampaignSortSelect({ value, isOfEnded, onSort }: SortSelectProps) {
  const options = isOfEnded
    ? [...ENDED_SORTS, ...SORTS.filter(({ value: by }) => by !== 'under_way')]
    : SORTS;
  return useIsPhone() ? (
    <FilterSelect label="Sort by" options={options} value={value} onChange={onSort} />
  ) : null;
}
