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
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { paths } from '../../paths.ts';
import { failureOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { saveFile } from '../../ui/form/save-file.ts';
import { useIsPhone } from '../../ui/layout/media.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { useCampaignActions, useStartOffReason } from './campaign-actions.ts';
import css from './campaign-page.module.css';
import { StatusBadge } from './parts/status-badge.tsx';
import { SendAgainMenu } from './send-again-menu.tsx';

/** Name, status, and what can be done with the campaign now. */
export function CampaignHeader({ campaign }: { campaign: Campaign }) {
  const { name, status } = campaign;
  const { pause, stop } = useCampaignActions(campaign);
  return (
    <PageHeader
      title={name}
      badge={<StatusBadge status={status} />}
      actions={
        <>
          <ExportButton campaign={campaign} />
          <SendAgainMenu campaign={campaign} />
          {campaignCan('start', status) ? <StartButton campaign={campaign} /> : null}
          {campaignCan('pause', status) ? (
            <ReasonButton variant="default" leftSection={<IconPlayerPause size={16} />} onClick={pause}>
              Pause
            </ReasonButton>
          ) : null}
          {campaignCan('stop', status) ? (
            <Button
              variant="default"
              className={css.danger}
              leftSection={<IconPlayerStop size={16} />}
              onClick={stop}
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
  const { start } = useCampaignActions(campaign);
  return (
    <ReasonButton
      reason={useStartOffReason(campaign)}
      leftSection={<IconPlayerPlay size={16} />}
      onClick={start}
    >
      Start
    </ReasonButton>
  );
}

function ExportButton({ campaign }: { campaign: Campaign }) {
  const isPhone = useIsPhone();
  const { mutate, isPending } = useMutation({ mutationFn: () => downloadLogs(campaign) });
  const download = () => mutate();
  if (isPhone) {
    return (
      <span className={css.export}>
        <ReasonButton
          variant="default"
          square
          aria-label="Export Logs"
          loading={isPending}
          onClick={download}
        >
          <IconDownload size={18} />
        </ReasonButton>
      </span>
    );
  }
  return (
    <ReasonButton
      variant="subtle"
      leftSection={<IconDownload size={16} />}
      loading={isPending}
      onClick={download}
    >
      Export Logs
    </ReasonButton>
  );
}

/** In words where there is nothing to stop, else its icon alone. */
function DeleteButton({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigate();
  const actions = useCampaignActions(campaign);
  const remove = () => actions.remove(() => navigate({ to: paths.campaigns }));
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

/** Downloads a campaign's log as a spreadsheet of the campaign's name. */
async function downloadLogs({ id, name }: Campaign): Promise<void> {
  const progress = toast.loading('Exporting the logs…');
  try {
    const file: Blob = await call('GET /api/campaigns/{id}/logs/export', { params: { id } });
    saveFile(file, `${name.replaceAll(/[\\/:*?"<>|]/g, '-')}.xlsx`);
    progress.success('Logs exported.');
  } catch (error) {
    const { text, reason } = failureOf(error, 'Failed to export campaign logs');
    progress.error(text, reason);
  }
}
