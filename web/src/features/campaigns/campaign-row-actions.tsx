import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { campaignCan } from '@pigeonpost/contract/campaigns';
import {
  IconArchive,
  IconArchiveOff,
  IconEye,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { ReasonIcon } from '../../ui/form/reason-icon.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import type { RowMenuItem } from '../../ui/table/row-menu-item.ts';
import { useArchive } from './api.ts';
import { useCampaignActions, useStartOffReason } from './campaign-actions.ts';
import css from './campaigns.module.css';
import { hasEnded } from './parts/campaign-state.ts';

/** Start or Pause at hand, the rest in the row's menu. */
export function CampaignRowActions({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigate();
  const { id, name, status } = campaign;
  const { stop, remove } = useCampaignActions(campaign);
  const { mutate: archive } = useArchive();
  const items: RowMenuItem[] = [
    { label: 'View details', icon: IconEye, onPress: () => navigate({ to: paths.campaign, params: { id } }) },
  ];
  if (campaignCan('stop', status)) {
    items.push({ label: 'Stop', icon: IconPlayerStop, onPress: stop });
  }
  if (hasEnded(campaign)) {
    const isArchived = campaign.archived_at !== null;
    items.push({
      label: isArchived ? 'Bring back' : 'Archive',
      icon: isArchived ? IconArchiveOff : IconArchive,
      onPress: () => archive({ campaign_ids: [id], archived: !isArchived }),
    });
  }
  items.push({ label: 'Delete', icon: IconTrash, danger: true, onPress: () => remove() });
  return (
    <div className={css.actions}>
      <StartOrPause campaign={campaign} />
      <RowMenu label={`More for ${name}`} items={items} />
    </div>
  );
}

function StartOrPause({ campaign }: { campaign: Campaign }) {
  const startOff = useStartOffReason(campaign);
  const { start, pause } = useCampaignActions(campaign);
  if (campaignCan('pause', campaign.status)) {
    return (
      <ReasonIcon label={`Pause ${campaign.name}`} onClick={pause}>
        <IconPlayerPause size={18} />
      </ReasonIcon>
    );
  }
  if (!campaignCan('start', campaign.status)) return null;
  return (
    <ReasonIcon label={`Start ${campaign.name}`} reason={startOff} onClick={start}>
      <IconPlayerPlay size={18} />
    </ReasonIcon>
  );
}
