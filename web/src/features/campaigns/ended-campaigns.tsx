import { Button } from '@mantine/core';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { CampaignMonth } from '@pigeonpost/contract/campaign-reports';
import { IconArchive, IconArchiveOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { timeParts } from '../../format/time-zone.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { useIsPhone } from '../../ui/layout/media.ts';
import { DateTime } from '../../ui/layout/time.tsx';
import { BulkBar } from '../../ui/table/bulk-bar.tsx';
import type { RowGroups } from '../../ui/table/row-group.tsx';
import type { Selection } from '../../ui/table/selection.ts';
import type { Column } from '../../ui/table/table-columns.tsx';
import { useArchive, useDeleteCampaigns } from './api.ts';
import { deletionChoices } from './campaign-actions.ts';
import { CampaignName, CampaignRowActions, Progress, reached, share, took } from './campaign-rows.tsx';
import css from './campaigns.module.css';
import { StatusBadge } from './parts/status-badge.tsx';
import { withReplied } from './replied-column.tsx';

const COLUMNS: Column<Campaign>[] = [
  {
    head: 'Campaign',
    sort: ['name_asc', 'name_desc'],
    cell: (campaign) => <CampaignName campaign={campaign} withList />,
  },
  {
    head: 'Status',
    width: '120px',
    narrow: 'gone',
    cell: ({ status, standstill }) => <StatusBadge status={status} standstill={standstill} />,
  },
  {
    head: 'Progress',
    width: '21%',
    narrow: '34%',
    sort: ['sent_desc', 'sent_asc'],
    cell: (campaign) => <Progress campaign={campaign} />,
  },
  {
    head: 'Reached',
    width: '92px',
    narrow: '100px',
    align: 'right',
    sort: ['reached_desc', 'reached_asc'],
    cell: (campaign) => <span className="name">{reached(campaign)}</span>,
  },
  {
    head: 'Not found',
    width: '100px',
    narrow: 'gone',
    align: 'right',
    sort: ['not_found_desc', 'not_found_asc'],
    cell: ({ total_not_found, total_list }) => share(total_not_found, total_list),
  },
  {
    head: 'Ended',
    width: '164px',
    narrow: 'gone',
    sort: ['ended_desc', 'ended_asc'],
    cell: ({ completed_at, created_at }) => (
      <span className="dimmed">
        <DateTime iso={completed_at} />
        <span className={css.created}>
          Created <DateTime iso={created_at} />
        </span>
      </span>
    ),
  },
  {
    head: 'Took',
    width: '96px',
    narrow: 'gone',
    align: 'right',
    sort: ['took_desc', 'took_asc'],
    cell: (campaign) => <span className="dimmed">{took(campaign)}</span>,
  },
  {
    head: 'Actions',
    width: '68px',
    align: 'right',
    cell: (campaign) => <CampaignRowActions campaign={campaign} />,
  },
];

/** The columns of ended campaigns: share reached, end and duration; and the same once somebody has replied. */
export const ENDED_COLUMNS = { plain: COLUMNS, replied: withReplied(COLUMNS, 'Reached') };

/** The months in which campaigns ended, each with their totals. */
export function monthGroups(months: CampaignMonth[]): RowGroups<Campaign> {
  return {
    of: ({ completed_at }) => monthOf(completed_at),
    head: (month) => {
      const found = months.find((one) => one.month === month);
      return (
        <span className={css.month}>
          <b>{monthWords(month)}</b>
          {found ? (
            <>
              <span>{formatNoun(found.campaigns, 'campaign')}</span>
              <span>{formatCount(found.total_sent)} sent</span>
              <span>{reached(found)} reached</span>
              <span>{share(found.total_not_found, found.total_list)} not found</span>
            </>
          ) : null}
        </span>
      );
    },
  };
}

function monthOf(iso: string | null): string {
  if (!iso) return '';
  const { year, month } = timeParts(iso);
  return `${year}-${month}`;
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'November 2026' of '2026-11'. */
function monthWords(month: string): string {
  return month ? MONTH.format(new Date(month)) : 'Without an end';
}

type EndedBarProps = {
  selection: Selection<Campaign>;
  rows: Campaign[];
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
          {reached(totals)} reached
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
