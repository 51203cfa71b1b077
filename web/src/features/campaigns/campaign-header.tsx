import { Button } from '@mantine/core';
import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { campaignCan } from '@pigeonpost/contract/campaigns';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { useCampaignActions, useStartOffReason } from './campaign-actions.ts';
import { CampaignMenu } from './campaign-menu.tsx';
import css from './campaign-page.module.css';
import { StatusBadge } from './parts/status-badge.tsx';
import { SendAgainButtons } from './send-again-buttons.tsx';

type HeaderProps = { campaign: CampaignDetails; profiles: ProfilePerformance[] | undefined };

/** Name, status, and what can be done with the campaign now. */
export function CampaignHeader({ campaign, profiles }: HeaderProps) {
  const { name, status, standstill } = campaign;
  const { pause, stop } = useCampaignActions(campaign);
  return (
    <PageHeader
      title={name}
      badge={<StatusBadge status={status} standstill={standstill} />}
      actions={
        <>
          {campaignCan('start', status) ? <StartButton campaign={campaign} profiles={profiles} /> : null}
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
          <SendAgainButtons campaign={campaign} />
          <CampaignMenu campaign={campaign} />
        </>
      }
    />
  );
}

/** Its reason stands beside it in words: a press that cannot work is not the first that says why. */
function StartButton({ campaign, profiles }: HeaderProps) {
  const { start } = useCampaignActions(campaign);
  const reason = useStartOffReason(campaign, profiles);
  return (
    <>
      {reason ? <p className={css.offReason}>{reason}</p> : null}
      <ReasonButton reason={reason} leftSection={<IconPlayerPlay size={16} />} onClick={start}>
        Start
      </ReasonButton>
    </>
  );
}
