import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { List } from '@pigeonpost/contract/calls/lists';
import { IconArrowsSplit, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { CampaignAtWork } from '../../campaign-state/campaign-at-work.tsx';
import { ProgressBar } from '../../campaign-state/progress-bar.tsx';
import { useIsSending } from '../../campaign-state/standstill.ts';
import { formatParts } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { Counts } from '../../ui/layout/counts.tsx';
import { CardHead, CardTotal } from '../../ui/table/card-grid.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import { useRemoveList } from './list-actions.ts';

type ListCardProps = {
  list: List;
  campaign: Campaign | undefined;
  /** Why nothing can be changed. */
  offReason: string | undefined;
  onEdit: (list: List) => void;
  /** A new list is made of its people. */
  onMakeFrom: (list: List) => void;
};

/** A list: its recipients, their progress, and the campaign that uses it. */
export function ListCard({ list, campaign, offReason, onEdit, onMakeFrom }: ListCardProps) {
  const navigate = useNavigate();
  const remove = useRemoveList(list);
  const isSending = useIsSending(campaign);
  const { id, name, description, recipient_count, sent, failed, not_found } = list;
  const items = [
    {
      label: 'View Recipients',
      icon: IconUsers,
      onPress: () => navigate({ to: paths.list, params: { id } }),
    },
    { label: 'Edit List', icon: IconPencil, offReason, onPress: () => onEdit(list) },
    { label: 'New list from…', icon: IconArrowsSplit, offReason, onPress: () => onMakeFrom(list) },
    {
      label: 'Delete List',
      icon: IconTrash,
      danger: true,
      offReason: offReason ?? (campaign ? `Used by ${campaign.name}` : undefined),
      onPress: remove,
    },
  ];
  return (
    <>
      <CardHead
        name={name}
        link={
          <Link to={paths.list} params={{ id }}>
            {name}
          </Link>
        }
        aside={<RowMenu label={`More for ${name}`} items={items} />}
        {...(description && { description })}
      />
      <CardTotal count={recipient_count} noun="recipient">
        {campaign ? <CampaignAtWork campaign={campaign} /> : null}
      </CardTotal>
      <ProgressBar total={recipient_count} sent={sent} failed={failed + not_found} running={isSending} />
      <div style={{ margin: '8px 0 4px' }}>
        <ListCounts list={list} />
      </div>
    </>
  );
}

function ListCounts({ list }: { list: List }) {
  const { recipient_count, sent, failed, unclear, not_found, pending } = list;
  const notDelivered = failed + not_found;
  if (recipient_count === 0) return <p className="note">Nobody is in it yet</p>;
  const kinds = formatParts([
    [not_found, 'not found'],
    [unclear, 'unclear'],
    [failed - unclear, 'failed'],
  ]);
  return (
    <Counts
      counts={[
        { count: sent, word: 'sent' },
        {
          count: notDelivered,
          word: 'not delivered',
          isBad: notDelivered > 0,
          note: notDelivered > 0 ? kinds : undefined,
        },
        { count: pending, word: 'pending' },
      ].filter(({ count }) => count > 0)}
    />
  );
}
