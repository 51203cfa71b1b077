import type { List } from '@pigeonpost/contract/calls/lists';
import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { formatCount } from '../../format/format-number.ts';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { RECIPIENT_STATUS_OPTIONS } from './parts/recipient-status.tsx';

type StatusFilterProps = {
  value: RecipientStatus | undefined;
  /** Undefined until its counts are known. */
  list: List | undefined;
  onStatus: (status: RecipientStatus | undefined) => void;
};

/** Which statuses the table shows; each says how many have it. */
export function StatusFilter({ value, list, onStatus }: StatusFilterProps) {
  const counted = (words: string, count: number | undefined) =>
    count === undefined ? words : `${words} (${formatCount(count)})`;
  return (
    <FilterSelect
      label="Status"
      options={[
        { value: '', label: counted('All statuses', list?.recipient_count) },
        ...RECIPIENT_STATUS_OPTIONS.map((status) => ({
          value: status.value,
          label:
            status.value === 'failed' && list && list.unclear > 0
              ? `Failed (${formatCount(list.failed - list.unclear)}) and unclear (${formatCount(list.unclear)})`
              : counted(status.words, list?.[status.value]),
        })),
      ]}
      value={value ?? ''}
      onChange={(status) => onStatus(status || undefined)}
    />
  );
}
