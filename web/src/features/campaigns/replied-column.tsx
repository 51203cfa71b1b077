import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { formatCount, formatPercent } from '../../format/format-number.ts';
import type { Column } from '../../ui/table/table-columns.tsx';

const REPLIED: Column<Campaign> = {
  head: 'Replied',
  width: '116px',
  narrow: 'gone',
  align: 'right',
  cell: (campaign) => <span className="name">{repliedWords(campaign)}</span>,
};

/** The columns of campaigns with one of replies behind another one. */
export function withReplied(columns: Column<Campaign>[], after: string): Column<Campaign>[] {
  return columns.flatMap((column) => (column.head === after ? [column, REPLIED] : [column]));
}

/** '48 (11.8%)', of those who were sent to. */
function repliedWords({ total_replied, total_sent }: Campaign): string {
  if (total_sent === 0) return '–';
  return `${formatCount(total_replied)} (${formatPercent((100 * total_replied) / total_sent)})`;
}
