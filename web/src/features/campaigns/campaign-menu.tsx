import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { IconArchive, IconArchiveOff, IconCopy, IconDownload, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import type { RowMenuItem } from '../../ui/table/row-menu-item.ts';
import { useArchive } from './api.ts';
import { useCampaignActions } from './campaign-actions.ts';
import css from './campaign-page.module.css';
import { downloadLogs } from './download-campaign.ts';
import { hasEnded } from './parts/campaign-state.ts';
import { SendAgainDialog, useSendAgainOffReason } from './send-again-buttons.tsx';

/** What is done with a campaign now and then: duplicate it, export its log, archive or delete it. */
export function CampaignMenu({ campaign }: { campaign: Campaign }) {
  const [isCopied, setCopied] = useState(false);
  const navigate = useNavigate();
  const { remove } = useCampaignActions(campaign);
  const { mutate: archive } = useArchive();
  const offReason = useSendAgainOffReason(campaign);
  const items: RowMenuItem[] = [
    { label: 'Duplicate', icon: IconCopy, offReason, onPress: () => setCopied(true) },
    { label: 'Export Logs', icon: IconDownload, onPress: () => downloadLogs(campaign) },
  ];
  if (hasEnded(campaign)) {
    const isArchived = campaign.archived_at !== null;
    items.push({
      label: isArchived ? 'Bring back' : 'Archive',
      icon: isArchived ? IconArchiveOff : IconArchive,
      onPress: () => archive({ campaign_ids: [campaign.id], archived: !isArchived }),
    });
  }
  items.push({
    label: 'Delete',
    icon: IconTrash,
    danger: true,
    onPress: () => remove(() => navigate({ to: paths.campaigns })),
  });
  return (
    <span className={css.more}>
      <RowMenu label="More" items={items} />
      {isCopied ? (
        <SendAgainDialog campaign={campaign} again="duplicate" onClose={() => setCopied(false)} />
      ) : null}
    </span>
  );
}
