import { Button } from '@mantine/core';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { campaignCan } from '@pigeonpost/contract/campaigns';
import {
  IconDownload,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSubscriptionActive } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { useIsPhone } from '../../ui/media.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { deleteCampaign, pauseCampaign, startCampaign, stopCampaign } from './actions.ts';
import css from './campaign-page.module.css';
import { downloadLogs } from './export-logs.ts';

/** Name, status, and what can be done with the campaign now. */
export function CampaignHeader({ campaign }: { campaign: Campaign }) {
  const { name, status } = campaign;
  return (
    <PageHeader
      title={name}
      badge={<StatusBadge status={status} />}
      actions={
        <>
          <ExportButton campaign={campaign} />
          {campaignCan('start', status) ? <StartButton campaign={campaign} /> : null}
          {campaignCan('pause', status) ? (
            <Button
              variant="default"
              leftSection={<IconPlayerPause size={16} />}
              onClick={() => pauseCampaign(campaign)}
            >
              Pause
            </Button>
          ) : null}
          {campaignCan('stop', status) ? (
            <Button
              variant="default"
              className={css.danger}
              leftSection={<IconPlayerStop size={16} />}
              onClick={() => stopCampaign(campaign)}
            >
              Stop
            </Button>
          ) : null}
          <DeleteButton campaign={campaign} />
        </>
      }
    />
  );
}

function StartButton({ campaign }: { campaign: Campaign }) {
  const isActive = useSubscriptionActive();
  return (
    <ReasonButton
      reason={isActive ? undefined : 'Renew to start campaigns'}
      leftSection={<IconPlayerPlay size={16} />}
      onClick={() => startCampaign(campaign)}
    >
      Start
    </ReasonButton>
  );
}

function ExportButton({ campaign }: { campaign: Campaign }) {
  const isPhone = useIsPhone();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await downloadLogs(campaign);
    setBusy(false);
  };
  if (isPhone) {
    return (
      <Button
        variant="default"
        className={css.square}
        aria-label="Export Logs"
        loading={busy}
        onClick={download}
      >
        <IconDownload size={18} />
      </Button>
    );
  }
  return (
    <Button variant="subtle" leftSection={<IconDownload size={16} />} loading={busy} onClick={download}>
      Export Logs
    </Button>
  );
}

/** In words where there is nothing to stop, else its icon alone. */
function DeleteButton({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigate();
  const remove = () => deleteCampaign(campaign, () => navigate({ to: paths.campaigns }));
  if (campaignCan('stop', campaign.status)) {
    return (
      <Button
        variant="default"
        className={`${css.danger} ${css.square}`}
        aria-label="Delete campaign"
        title="Delete campaign"
        onClick={remove}
      >
        <IconTrash size={16} />
      </Button>
    );
  }
  return (
    <Button variant="default" className={css.danger} leftSection={<IconTrash size={16} />} onClick={remove}>
      Delete
    </Button>
  );
}
