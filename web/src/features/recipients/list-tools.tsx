import { Button } from '@mantine/core';
import type { List } from '@pigeonpost/contract/calls/lists';
import type { RecipientFilter, RecipientSort } from '@pigeonpost/contract/recipients';
import { IconFilter } from '@tabler/icons-react';
import { formatCount } from '../../format/format-number.ts';
import { RunProgress } from '../../ui/feedback/run-progress.tsx';
import { useIsPhone } from '../../ui/layout/media.ts';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import css from './recipients.module.css';
import { StatusFilter } from './status-filter.tsx';
import type { BulkState } from './use-bulk.ts';

type ListToolsProps = {
  list: List | undefined;
  search: { label: string; value: string; onSearch: (text: string) => void };
  status: RecipientFilter | undefined;
  onStatus: (status: RecipientFilter | undefined) => void;
  onFilter: () => void;
  sort: { by: RecipientSort; onSort: (by: string) => void };
  /** Given while the list is searched or filtered. */
  onReset: (() => void) | undefined;
  /** A run over many recipients. */
  running: BulkState | undefined;
};

/** Search, status and Filter over the recipients of a list, and how far a run over them has come. */
export function ListTools(props: ListToolsProps) {
  const { list, search, status, onStatus, onFilter, sort, onReset, running } = props;
  // Nobody is there to be found.
  if (list?.recipient_count === 0 && !onReset && !running) return null;
  return (
    <Toolbar
      search={search}
      folds={{ isSet: status !== undefined }}
      filters={
        <>
          <StatusFilter value={status} list={list} onStatus={onStatus} />
          <Button
            variant="default"
            leftSection={<IconFilter size={16} />}
            title="Filter (f)"
            aria-keyshortcuts="f"
            onClick={onFilter}
          >
            Filter
          </Button>
          <SortSelect {...sort} />
        </>
      }
      onReset={onReset}
      actions={running ? <BulkProgress state={running} /> : null}
    />
  );
}

const SORTS: { value: RecipientSort; label: string }[] = [
  { value: 'added_desc', label: 'Newest first' },
  { value: 'added_asc', label: 'Oldest first' },
  { value: 'name_asc', label: 'Name, A to Z' },
  { value: 'name_desc', label: 'Name, Z to A' },
  { value: 'status_asc', label: 'Pending first' },
  { value: 'status_desc', label: 'Not found first' },
];

/** For phones, where there are no heads to press. */
function SortSelect({ by, onSort }: ListToolsProps['sort']) {
  return useIsPhone() ? <FilterSelect label="Sort by" options={SORTS} value={by} onChange={onSort} /> : null;
}

/** The progress of a run over many recipients. */
function BulkProgress({ state }: { state: BulkState }) {
  const { verb, done, of } = state;
  return (
    <div className={`${css.progress} dimmed`}>
      <p>
        {verb} {formatCount(done)} of {formatCount(of)} recipients
      </p>
      <RunProgress label={`${verb} recipients`} done={done} of={of} />
    </div>
  );
}
