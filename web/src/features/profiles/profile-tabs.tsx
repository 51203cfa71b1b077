import type { ProfileCounts } from '@pigeonpost/contract/calls/profiles';
import type { ProfileState } from '@pigeonpost/contract/profiles';
import { FilterTabs } from '../../ui/table/filter-tabs.tsx';

type ProfileTabsProps = {
  /** Undefined until they are known. */
  counts: ProfileCounts | undefined;
  value: ProfileState | undefined;
  onState: (state: ProfileState | undefined) => void;
};

/** The profiles by their present state, each with its count; those that need their owner have a dot. */
export function ProfileTabs({ counts, value, onState }: ProfileTabsProps) {
  return (
    <FilterTabs
      label="Profiles by state"
      tabs={[
        { value: 'all', label: 'All', count: counts?.all },
        { value: 'sending', label: 'Sending', count: counts?.sending },
        { value: 'blocked', label: 'Blocked', count: counts?.blocked, tone: 'failed' },
        { value: 'signed_out', label: 'Signed out', count: counts?.signed_out, tone: 'paused' },
        { value: 'open', label: 'Open', count: counts?.open },
        { value: 'off', label: 'Off', count: counts?.off },
      ]}
      value={value ?? 'all'}
      onChange={(tab) => onState(tab === 'all' ? undefined : tab)}
    />
  );
}
