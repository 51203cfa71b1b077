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

/** All, Running, Paused, Pending and Completed, which holds those that failed as well; each says how many. */
export function CampaignTabs({ counts, value, onStatus }: CampaignTabsProps) {
  const ended = counts && counts.completed + counts.failed;
  const all = counts && counts.running + counts.paused + counts.pending + counts.completed + counts.failed;
  const isOfEnded = value === 'completed' || value === 'failed';
  return (
    <FilterTabs
      label="Campaigns by status"
      tabs={[
        { value: 'all', label: 'All', count: all },
        { value: 'running', label: 'Running', count: counts?.running },
        { value: 'paused', label: 'Paused', count: counts?.paused },
        { value: 'pending', label: 'Pending', count: counts?.pending },
        { value: 'ended', label: 'Completed', count: ended },
      ]}
      value={isOfEnded ? 'ended' : (value ?? 'all')}
      onChange={(tab) => onStatus(tab === 'all' ? undefined : tab)}
    />
  );
}

const SORTS: { value: CampaignSort; label: string }[] = [
  { value: 'under_way', label: 'Under way first' },
  { value: 'created_desc', label: 'Newest first' },
  { value: 'created_asc', label: 'Oldest first' },
  { value: 'name_asc', label: 'By name' },
  { value: 'name_desc', label: 'By name, from Z' },
  { value: 'progress_desc', label: 'Most done first' },
  { value: 'progress_asc', label: 'Least done first' },
];

/** What the cards of a phone are sorted by: they have no heads to press. */
export function CampaignSortSelect({ value, onSort }: { value: CampaignSort; onSort: (by: string) => void }) {
  return useIsPhone() ? (
    <FilterSelect label="Sort by" options={SORTS} value={value} onChange={onSort} />
  ) : null;
}
