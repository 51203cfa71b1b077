import type { UserStatus, UserView } from '@pigeonpost/contract/account/subscription';
import type { UserCounts } from '@pigeonpost/contract/calls/users';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { FilterTabs } from '../../ui/table/filter-tabs.tsx';

const ROLE_OPTIONS = [
  { value: '', label: 'All roles' },
  { value: 'admin', label: 'Admin' },
  { value: 'user', label: 'User' },
];
const PACK_OPTIONS = [
  { value: '', label: 'All packs' },
  { value: 'pro', label: 'Pro' },
  { value: 'starter', label: 'Starter' },
];
const STATUS_OPTIONS = [
  { value: '', label: 'All statuses' },
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
];

type Change = (part: Record<string, string | undefined>) => void;

type FiltersProps = {
  role: string | undefined;
  pack: string | undefined;
  status: string | undefined;
  onChange: Change;
};

/** The filters of accounts besides a text. */
export function UserFilterSelects({ role = '', pack = '', status = '', onChange }: FiltersProps) {
  return (
    <>
      <FilterSelect
        label="Role"
        options={ROLE_OPTIONS}
        value={role}
        onChange={(next) => onChange({ role: next })}
      />
      <FilterSelect
        label="Pack"
        options={PACK_OPTIONS}
        value={pack}
        onChange={(next) => onChange({ pack: next })}
      />
      <FilterSelect
        label="Status"
        options={STATUS_OPTIONS}
        value={status}
        onChange={(next) => onChange({ status: next })}
      />
    </>
  );
}

type UserTabsProps = {
  /** Undefined until they are known. */
  counts: UserCounts | undefined;
  view: UserView | undefined;
  status: UserStatus | undefined;
  onChange: Change;
};

/** All accounts, and those that an administrator should look at; each tab has its count. */
export function UserTabs({ counts, view, status, onChange }: UserTabsProps) {
  return (
    <FilterTabs
      label="Users to look at"
      tabs={[
        { value: 'all', label: 'All', count: counts?.all },
        { value: 'ending', label: 'Ends within 14 days', count: counts?.ending },
        { value: 'expired', label: 'Expired', count: counts?.expired },
        { value: 'reset_requested', label: 'Reset requested', count: counts?.reset_requested },
      ]}
      value={view ?? (status === 'expired' ? 'expired' : 'all')}
      onChange={(tab) =>
        onChange({
          view: tab === 'ending' || tab === 'reset_requested' ? tab : undefined,
          status: tab === 'expired' ? tab : undefined,
          sort_by: undefined,
        })
      }
    />
  );
}
