import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { IconTrash } from '@tabler/icons-react';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { BulkBar } from '../../ui/table/bulk-bar.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import type { Selection } from '../../ui/table/selection.ts';
import { RECIPIENT_STATUS_WORDS } from './recipient-status.tsx';

type BulkActionsProps = {
  selection: Selection<Recipient>;
  rows: Recipient[];
  /** Why nothing can be changed. */
  offReason: string | undefined;
  onStatus: (ids: number[], status: RecipientStatus) => void;
  onDelete: (ids: number[]) => void;
};

/** The bar over the table's head while recipients are selected. */
export function BulkActions({ selection, rows, offReason, onStatus, onDelete }: BulkActionsProps) {
  return (
    <BulkBar selection={selection} rows={rows}>
      <RowMenu
        worded
        label="Set status"
        items={RECIPIENT_STATUS_WORDS.map(({ value, words, icon }) => ({
          label: words,
          icon,
          offReason,
          onPress: () => onStatus([...selection.ids], value),
        }))}
      />
      <ReasonButton
        variant="default"
        size="compact-sm"
        {...(offReason ? {} : { c: 'var(--pp-failed-text)' })}
        leftSection={<IconTrash size={14} />}
        reason={offReason}
        onClick={() => onDelete([...selection.ids])}
      >
        Delete
      </ReasonButton>
    </BulkBar>
  );
}
