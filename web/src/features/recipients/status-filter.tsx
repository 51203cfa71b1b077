import type { List } from '@pigeonpost/contract/calls/lists';
import type { RecipientFilter } from '@pigeonpost/contract/recipients';
import { useHearsReplies } from '../../account/settings.ts';
import { formatCount } from '../../format/format-number.ts';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import css from './recipients.module.css';

type StatusFilterProps = {
  value: RecipientFilter | undefined;
  /** Undefined until its counts are fetched. */
  list: List | undefined;
  onStatus: (status: RecipientFilter | undefined) => void;
};

/** The filters of the recipients, each with its count; the parts of 'Not delivered' are below it. */
export function StatusFilter({ value, list, onStatus }: StatusFilterProps) {
  // Without a machine that has ever read replies nobody can have replied.
  const hearsReplies = useHearsReplies();
  const options = OPTIONS.map(({ value: status, words, count }) => ({
    value: status,
    label: list ? `${words} (${formatCount(count(list))})` : words,
  }));
  // Not among the list's counts: whether somebody replied is known of the person, not of the list.
  if (hearsReplies || value === 'replied') options.push({ value: 'replied', label: 'Replied' });
  return (
    <FilterSelect
      label="Status"
      className={css.status}
      options={options}
      value={value ?? ''}
      onChange={(status) => onStatus(status || undefined)}
    />
  );
}

type Option = { value: RecipientFilter | ''; words: string; count: (list: List) => number };

// Spaces that a select does not drop.
const OF_THESE = '\u00a0\u00a0';

const OPTIONS: Option[] = [
  { value: '', words: 'All statuses', count: ({ recipient_count }) => recipient_count },
  { value: 'pending', words: 'Pending', count: ({ pending }) => pending },
  { value: 'sent', words: 'Sent', count: ({ sent }) => sent },
  { value: 'not_delivered', words: 'Not delivered', count: ({ failed, not_found }) => failed + not_found },
  { value: 'not_found', words: `${OF_THESE}Not found`, count: ({ not_found }) => not_found },
  { value: 'unclear', words: `${OF_THESE}Unclear`, count: ({ unclear }) => unclear },
  { value: 'certainly_failed', words: `${OF_THESE}Failed`, count: ({ failed, unclear }) => failed - unclear },
];
