import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { useIsPhone } from '../layout/media.ts';
import css from './bulk-bar.module.css';
import type { Selection } from './selection.ts';
import { SelectAllBox } from './selection-box.tsx';

type BulkBarProps<Row> = {
  selection: Selection<Row>;
  rows: Row[];
  /** The number that is meant, if it is more than the ticked ones. */
  count?: number;
  children: ReactNode;
};

/** For a DataTable's `bulkBar` while rows are selected: '4 selected', its actions, Clear. */
export function BulkBar<Row>({ selection, rows, count = selection.ids.size, children }: BulkBarProps<Row>) {
  const isPhone = useIsPhone();
  return (
    <div className={`${css.bar} grow`} role="toolbar" aria-label="Selected rows">
      <SelectAllBox selection={selection} rows={rows} />
      <span className={`${css.count} name`} aria-live="polite">
        {formatCount(count)} selected
      </span>
      {children}
      <span className={css.space} />
      {isPhone ? (
        <ActionIcon variant="subtle" size={32} aria-label="Clear" onClick={selection.clear}>
          <IconX size={18} />
        </ActionIcon>
      ) : (
        <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
          Clear
        </Button>
      )}
    </div>
  );
}
