import { Button } from '@mantine/core';
import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import { RECIPIENT_IDS_MAX } from '@pigeonpost/contract/limits';
import type { RecipientBulkAction } from '@pigeonpost/contract/recipients';
import { IconForms, IconListDetails, IconTag, IconTrash } from '@tabler/icons-react';
import { formatCount } from '../../format/format-number.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { BulkBar } from '../../ui/table/bulk-bar.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import type { Selection } from '../../ui/table/selection.ts';
import { RECIPIENT_STATUS_OPTIONS } from './parts/recipient-status.tsx';

type BulkActionsProps = {
  selection: Selection<Recipient>;
  rows: Recipient[];
  /** The number of matches on all pages. */
  total: number;
  /** While another filter is being fetched, the total is that of the previous one. */
  isTotalKnown: boolean;
  /** Whether all matches are meant, and not only the ticked ones. */
  isAll: boolean;
  /** Why nothing can be changed. */
  offReason: string | undefined;
  onAll: () => void;
  onChange: (action: RecipientBulkAction) => void;
  onTag: () => void;
  onSetValue: () => void;
  onMakeList: () => void;
};

const TOO_MANY = `Select at most ${RECIPIENT_IDS_MAX}, or all that match`;

/** The bar over the table's head while recipients are selected. */
export function BulkActions(props: BulkActionsProps) {
  const { selection, rows, total, isTotalKnown, isAll, offReason } = props;
  const { onAll, onChange, onTag, onSetValue, onMakeList } = props;
  const isPageFull = rows.length > 0 && rows.every(selection.has);
  return (
    <BulkBar selection={selection} rows={rows} count={isAll ? total : selection.ids.size}>
      {isPageFull && total > selection.ids.size && (isAll || isTotalKnown) ? (
        <Button
          variant="subtle"
          size="compact-sm"
          // The same button before and after, so that pressing it moves no focus.
          aria-pressed={isAll}
          onClick={onAll}
        >
          {isAll ? 'All that match' : `Select all ${formatCount(total)}`}
        </Button>
      ) : null}
      <RowMenu
        worded
        label="Set status"
        items={RECIPIENT_STATUS_OPTIONS.map(({ value, words, icon }) => ({
          label: words,
          icon,
          offReason,
          onPress: () => onChange(value),
        }))}
      />
      <ReasonButton
        variant="default"
        size="compact-sm"
        leftSection={<IconTag size={14} />}
        reason={offReason}
        onClick={onTag}
      >
        Tag
      </ReasonButton>
      <ReasonButton
        variant="default"
        size="compact-sm"
        leftSection={<IconForms size={14} />}
        reason={offReason}
        onClick={onSetValue}
      >
        Set value
      </ReasonButton>
      <ReasonButton
        variant="default"
        size="compact-sm"
        leftSection={<IconListDetails size={14} />}
        reason={offReason ?? (!isAll && selection.ids.size > RECIPIENT_IDS_MAX ? TOO_MANY : undefined)}
        onClick={onMakeList}
      >
        Make a list of these
      </ReasonButton>
      <ReasonButton
        variant="default"
        size="compact-sm"
        {...(offReason ? {} : { c: 'var(--pp-failed-text)' })}
        leftSection={<IconTrash size={14} />}
        reason={offReason}
        onClick={() => onChange('delete')}
      >
        Delete
      </ReasonButton>
    </BulkBar>
  );
}
