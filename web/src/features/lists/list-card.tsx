import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { List } from '@pigeonpost/contract/calls/lists';
import { IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { formatCount } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import { CampaignAtWork } from '../campaigns/parts/campaign-at-work.tsx';
import { ProgressBar } from '../campaigns/parts/progress-bar.tsx';
import { useIsSending } from '../campaigns/parts/standstill.ts';
import { useRemoveList } from './list-actions.ts';
import css from './lists.module.css';

type ListCardProps = {
  list: List;
  campaign: Campaign | undefined;
  /** Why nothing can be changed. */
  offReason: string | undefined;
  onEdit: (list: List) => void;
};

/** A list: its recipients, their progress, and the campaign that uses it. */
export function ListCard({ list, campaign, offReason, onEdit }: ListCardProps) {
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
      <div className={css.head}>
        <h2 className={`${css.name} two-lines medium`} title={name} dir="auto">
          <Link to={paths.list} params={{ id }}>
            {name}
          </Link>
        </h2>
        <RowMenu label={`More for ${name}`} items={items} />
      </div>
      <p className={`${css.description} two-lines dimmed`} title={description} dir="auto">
        {description || 'No description'}
      </p>
      <div className={css.figures}>
        <p className={`${css.total} dimmed`}>
          <b>{formatCount(recipient_count)}</b> {recipient_count === 1 ? 'recipient' : 'recipients'}
        </p>
        {campaign ? <CampaignAtWork campaign={campaign} /> : null}
      </div>
      <ProgressBar total={recipient_count} sent={sent} failed={failed + not_found} running={isSending} />
      <Counts list={list} />
    </>
  );
}

function Counts({ list }: { list: List }) {
  const { recipient_count, sent, failed, unclear, not_found, pending } = list;
  const notDelivered = failed + not_found;
  if (recipient_count === 0) return <p className={`${css.counts} note`}>Nobody is in it yet</p>;
  return (
    <p className={`${css.counts} note`}>
      <Count count={sent} word="sent" />
      <span>
        <Count count={notDelivered} word="not delivered" />
        {notDelivered > 0
          ? ` (not found ${formatCount(not_found)}, unclear ${formatCount(unclear)}, failed ${formatCount(failed - unclear)})`
          : null}
      </span>
      <Count count={pending} word="pending" />
    </p>
  );
}

function Count({ count, word }: { count: number; word: string }) {
  return (
    <span>
      <b data-bad={word === 'not delivered' && count > 0}>{formatCount(count)}</b> {word}
    </span>
  );
}
