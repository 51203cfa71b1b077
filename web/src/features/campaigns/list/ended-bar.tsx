import { Button } from '@mantine/core';
import type { Campaign, ListedCampaign } from '@pigeonpost/contract/calls/campaigns';
import { IconArchive, IconArchiveOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { reachedPercent } from '../../../campaign-state/progress.ts';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { confirm } from '../../../ui/feedback/confirm.ts';
import { useIsPhone } from '../../../ui/layout/media.ts';
import { BulkBar } from '../../../ui/table/bulk-bar.tsx';
import type { Selection } from '../../../ui/table/selection.ts';
import { useArchive, useDeleteCampaigns } from '../api.ts';
import { deletionChoices } from '../campaign-actions.ts';

type EndedBarProps = {
  selection: Selection<ListedCampaign>;
  rows: ListedCampaign[];
  /** The ticked ones, on all pages. */
  ticked: Campaign[];
};

/** The bar over the table's head while ended campaigns are ticked: their totals and actions. */
export function EndedBar({ selection, rows, ticked }: EndedBarProps) {
  // Not when the rows are fetched again: what is ticked by then would be part of the next action.
  const archiving = useArchive(selection.clear);
  const { remove, run } = useDeleteMany(selection.clear);
  const isPhone = useIsPhone();
  const isBack = ticked.every(({ archived_at }) => archived_at !== null);
  const ids = ticked.map(({ id }) => id);
  const totals = {
    total_sent: ticked.reduce((sum, { total_sent }) => sum + total_sent, 0),
    total_list: ticked.reduce((sum, { total_list }) => sum + total_list, 0),
  };
  const Icon = isBack ? IconArchiveOff : IconArchive;
  const archive = () => archiving.mutate({ campaign_ids: ids, archived: !isBack });
  return (
    <BulkBar selection={selection} rows={rows}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon size={14} />}
        disabled={run !== undefined}
        onClick={archive}
      >
        {isBack ? 'Bring back' : 'Archive'}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        c="var(--pp-failed-text)"
        leftSection={<IconTrash size={14} />}
        disabled={run !== undefined}
        onClick={() => remove(ticked)}
      >
        {run ? `Deleting ${run.done} of ${run.of}` : 'Delete'}
      </Button>
      {isPhone ? null : (
        <span className="dimmed">
          together {formatCount(totals.total_sent)} sent of {formatCount(totals.total_list)},{' '}
          {reachedPercent(totals)} reached
        </span>
      )}
    </BulkBar>
  );
}

/** Asks once and deletes many, one after another. */
function useDeleteMany(onDone: () => void) {
  const { mutate } = useDeleteCampaigns();
  const [run, setRun] = useState<{ done: number; of: number }>();
  const remove = async (campaigns: Campaign[]) => {
    const agreed = await ask(campaigns);
    if (!agreed) return;
    const onProgress = (done: number) => setRun({ done, of: campaigns.length });
    mutate(
      { campaigns, keepsSent: agreed === true, onProgress },
      { onSuccess: onDone, onSettled: () => setRun(undefined) },
    );
  };
  return { remove, run };
}

function ask(campaigns: Campaign[]) {
  const sum = (of: (campaign: Campaign) => number) => campaigns.reduce((all, one) => all + of(one), 0);
  const total_sent = sum((one) => one.total_sent);
  const total_uncertain = sum((one) => one.total_uncertain);
  const choices = deletionChoices({ total_sent, total_uncertain });
  const those = formatNoun(campaigns.length, 'campaign');
  return confirm({
    title: `Delete ${those}?`,
    body: `Their ${formatNoun(
      sum((one) => one.total_list),
      'recipient',
    )} go back to pending in their lists${choices ? ', except those you keep' : ''}. The logs are deleted; the daily numbers stay.`,
    confirmLabel: `Delete ${those}`,
    ...(choices && { choices }),
  });
}
