import { Button } from '@mantine/core';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { IconArchive, IconArchiveOff, IconTrash } from '@tabler/icons-react';
import { formatCount } from '../../format/format-number.ts';
import { useIsPhone } from '../../ui/layout/media.ts';
import { BulkBar } from '../../ui/table/bulk-bar.tsx';
import type { Selection } from '../../ui/table/selection.ts';
import css from './campaigns.module.css';
import { reached } from './ended-columns.tsx';
import { useArchive } from './use-archive.ts';
import { useDeleteMany } from './use-delete-many.ts';

type EndedBarProps = {
  selection: Selection<Campaign>;
  rows: Campaign[];
  /** Those that are ticked, on whichever page. */
  ticked: Campaign[];
};

/** The bar over the table's head while campaigns that have ended are ticked: what they did together, and what is done with them. */
export function EndedBar({ selection, rows, ticked }: EndedBarProps) {
  const archive = useArchive();
  const { remove, run } = useDeleteMany();
  const isPhone = useIsPhone();
  const isBack = ticked.every(({ archived_at }) => archived_at !== null);
  const ids = ticked.map(({ id }) => id);
  const totals = {
    total_sent: ticked.reduce((sum, { total_sent }) => sum + total_sent, 0),
    total_list: ticked.reduce((sum, { total_list }) => sum + total_list, 0),
  };
  const Icon = isBack ? IconArchiveOff : IconArchive;
  const clearOnce = async (isDone: Promise<boolean>) => {
    if (await isDone) selection.clear();
  };
  return (
    <BulkBar selection={selection} rows={rows}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon size={14} />}
        disabled={run !== undefined}
        onClick={() => clearOnce(archive(ids, !isBack))}
      >
        {isBack ? 'Bring back' : 'Archive'}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        c="var(--pp-failed-text)"
        leftSection={<IconTrash size={14} />}
        disabled={run !== undefined}
        onClick={() => clearOnce(remove(ticked))}
      >
        {run ? `Deleting ${run.done} of ${run.of}` : 'Delete'}
      </Button>
      {isPhone ? null : (
        <span className={css.together}>
          together {formatCount(totals.total_sent)} sent of {formatCount(totals.total_list)},{' '}
          {reached(totals)} reached
        </span>
      )}
    </BulkBar>
  );
}
