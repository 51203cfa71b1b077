import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { campaignCan, pendingOf } from '@pigeonpost/contract/campaigns';
import { SECOND_FOLLOW_UP_TEXT } from '@pigeonpost/contract/campaigns/follow-up';
import {
  IconArchive,
  IconArchiveOff,
  IconCalendarClock,
  IconChartBar,
  IconClockEdit,
  IconCopy,
  IconCornerUpRight,
  IconDownload,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useSubscriptionActive } from '../../../api/session.ts';
import { hasEnded } from '../../../campaign-state/campaign-state.ts';
import { StatusBadge } from '../../../campaign-state/status-badge.tsx';
import { paths } from '../../../paths.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { useIsPhone } from '../../../ui/layout/media.ts';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import type { RowMenuItem } from '../../../ui/table/row-menu-list.tsx';
import { SendTest } from '../../templates/parts/send-test.tsx';
import { useArchive } from '../api.ts';
import { useCampaignActions, useSendAgainOffReason, useStartOffReason } from '../campaign-actions.ts';
import { downloadLogs } from '../download-campaign.ts';
import type { SendAgainKind } from '../follow-ups/send-again-dialog.tsx';
import css from './campaign-page.module.css';

type StartProps = { campaign: CampaignDetails; profiles: ProfilePerformance[] | undefined };
type HeaderProps = StartProps & { onFollowUp: () => void };

/** Name, status, and the present actions of the campaign. */
export function CampaignHeader({ campaign, profiles, onFollowUp }: HeaderProps) {
  const { name, status, stage, standstill, countdown_until } = campaign;
  const { pause, stop } = useCampaignActions(campaign);
  return (
    <PageHeader
      title={name}
      badge={<StatusBadge status={status} stage={stage} standstill={standstill} startsAt={countdown_until} />}
      actions={
        <>
          {status === 'pending' ? (
            <SendTest text={campaign.template_content} />
          ) : (
            <ExportButton campaign={campaign} />
          )}
          {campaignCan('start', status) ? <StartButton campaign={campaign} profiles={profiles} /> : null}
          {campaignCan('pause', status) ? (
            <ReasonButton
              variant="default"
              data-takes-focus
              leftSection={<IconPlayerPause size={16} />}
              onClick={pause}
            >
              Pause
            </ReasonButton>
          ) : null}
          {campaignCan('stop', status) ? (
            <ReasonButton
              variant="default"
              className={css.danger}
              leftSection={<IconPlayerStop size={16} />}
              onClick={stop}
            >
              Stop
            </ReasonButton>
          ) : null}
          <SendAgainButtons campaign={campaign} />
          <CampaignMenu campaign={campaign} onFollowUp={onFollowUp} />
        </>
      }
    />
  );
}

function ExportButton({ campaign }: { campaign: CampaignDetails }) {
  const isPhone = useIsPhone();
  const label = 'Export Logs';
  const icon = <IconDownload size={isPhone ? 20 : 16} />;
  return (
    <ReasonButton
      variant={isPhone ? 'default' : 'subtle'}
      square={isPhone}
      className={css.export}
      aria-label={label}
      leftSection={isPhone ? null : icon}
      onClick={() => downloadLogs(campaign)}
    >
      {isPhone ? icon : label}
    </ReasonButton>
  );
}

/** The reason is in words beside it, so that it need not be pressed to see it. */
function StartButton({ campaign, profiles }: StartProps) {
  const { start } = useCampaignActions(campaign, { hasBar: true });
  const reason = useStartOffReason(campaign, profiles);
  return (
    <>
      {reason ? <p className={`${css.offReason} dimmed`}>{reason}</p> : null}
      <ReasonButton
        data-takes-focus
        reason={reason}
        leftSection={<IconPlayerPlay size={16} />}
        onClick={start}
      >
        {campaign.start_at === null ? 'Start' : 'Start now'}
      </ReasonButton>
    </>
  );
}

/** Occasional actions of a campaign: follow up, schedule, limit or duplicate it, archive or delete it. */
function CampaignMenu({ campaign, onFollowUp }: { campaign: CampaignDetails; onFollowUp: () => void }) {
  const [opened, setOpened] = useKeptState<'duplicate' | 'schedule' | 'limits' | undefined>(
    `menu of campaign ${campaign.id}`,
    undefined,
  );
  const close = () => setOpened(undefined);
  const isActive = useSubscriptionActive();
  const navigate = useNavigate();
  const { remove } = useCampaignActions(campaign);
  const { mutate: archive } = useArchive();
  const offReason = useSendAgainOffReason(campaign);
  const items: RowMenuItem[] = [
    { label: 'Duplicate', icon: IconCopy, offReason, onPress: () => setOpened('duplicate') },
  ];
  // A later one has a button for it.
  if (campaign.status === 'pending')
    items.push({ label: 'Export Logs', icon: IconDownload, onPress: () => downloadLogs(campaign) });
  if (campaign.total_sent > 0)
    items.unshift({
      label: 'Send a follow-up',
      icon: IconCornerUpRight,
      offReason: !isActive
        ? 'Renew to create campaigns'
        : campaign.nth_follow_up === 2
          ? SECOND_FOLLOW_UP_TEXT
          : undefined,
      onPress: onFollowUp,
    });
  if (!hasEnded(campaign) && campaign.stage !== 'draft')
    items.unshift({
      label: 'When and how much',
      icon: IconClockEdit,
      offReason: isActive ? undefined : 'Renew to change campaigns',
      onPress: () => setOpened('limits'),
    });
  // A pending one has a link to it.
  if (!hasEnded(campaign) && campaign.status !== 'pending')
    items.unshift({
      label: 'Plan',
      icon: IconChartBar,
      onPress: () => navigate({ to: paths.campaignPlan, params: { id: campaign.id } }),
    });
  if (campaign.status === 'pending' && campaign.stage === null)
    items.unshift({
      label: 'Schedule',
      icon: IconCalendarClock,
      offReason: isActive ? undefined : 'Renew to schedule campaigns',
      onPress: () => setOpened('schedule'),
    });
  if (campaign.status === 'pending')
    items.unshift({
      label: 'Edit',
      icon: IconPencil,
      offReason: isActive ? undefined : 'Renew to change campaigns',
      onPress: () => navigate({ to: paths.campaignEdit, params: { id: campaign.id } }),
    });
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
      {opened === 'duplicate' ? (
        <SendAgainDialog campaign={campaign} again="duplicate" onClose={close} />
      ) : null}
      {opened === 'schedule' ? <ScheduleDialog campaign={campaign} onClose={close} /> : null}
      {opened === 'limits' ? <LimitsDialog campaign={campaign} onClose={close} /> : null}
    </span>
  );
}

const LimitsDialog = lazyPart(() => import('../limits/limits-dialog.tsx').then((m) => m.LimitsDialog));
const ScheduleDialog = lazyPart(() => import('../limits/schedule-dialog.tsx').then((m) => m.ScheduleDialog));
const SendAgainDialog = lazyPart(() =>
  import('../follow-ups/send-again-dialog.tsx').then((m) => m.SendAgainDialog),
);

/**
 * After the end: to the recipients that it did not reach, and to the failed ones. Each button is shown if there are
 * any.
 */
function SendAgainButtons({ campaign }: { campaign: CampaignDetails }) {
  const [again, setAgain] = useKeptState<SendAgainKind | undefined>(
    `sending campaign ${campaign.id} again`,
    undefined,
  );
  const offReason = useSendAgainOffReason(campaign);
  if (!hasEnded(campaign)) return null;
  const { total_failed, total_not_found, total_uncertain } = campaign;
  return (
    <>
      {pendingOf(campaign) > 0 ? (
        <ReasonButton
          variant="default"
          reason={offReason}
          leftSection={<IconSend size={16} />}
          onClick={() => setAgain('rest')}
        >
          Send to the rest
        </ReasonButton>
      ) : null}
      {total_failed - total_not_found - total_uncertain > 0 ? (
        <ReasonButton
          variant="default"
          reason={offReason}
          leftSection={<IconRefresh size={16} />}
          onClick={() => setAgain('failed')}
        >
          Try the failed again
        </ReasonButton>
      ) : null}
      {again ? (
        <SendAgainDialog campaign={campaign} again={again} onClose={() => setAgain(undefined)} />
      ) : null}
    </>
  );
}
