import type { Campaign, ListedCampaign } from '@pigeonpost/contract/calls/campaigns';
import { campaignCan } from '@pigeonpost/contract/campaigns';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowBackUp,
  IconCalendarClock,
  IconCalendarStats,
  IconEye,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useSubscriptionActive } from '../../../api/session.ts';
import { hasEnded, shownCampaignName, tookWords } from '../../../campaign-state/campaign-state.ts';
import { progressOf, reachedPercent, wholePercent } from '../../../campaign-state/progress.ts';
import { ProgressBar, ProgressCounts } from '../../../campaign-state/progress-bar.tsx';
import { useIsSending } from '../../../campaign-state/standstill.ts';
import { useUndoStart } from '../../../campaign-state/start-campaign.ts';
import { StartsIn } from '../../../campaign-state/start-clock.tsx';
import { StatusBadge } from '../../../campaign-state/status-badge.tsx';
import { useNow } from '../../../clock.ts';
import { formatCount, formatPercent } from '../../../format/format-number.ts';
import { formatMoment } from '../../../format/format-time.ts';
import { paths } from '../../../paths.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { ReasonIcon } from '../../../ui/form/reason-button.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { DateTime } from '../../../ui/layout/time.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import type { RowMenuItem } from '../../../ui/table/row-menu-list.tsx';
import type { Column } from '../../../ui/table/table-columns.tsx';
import { useArchive } from '../api.ts';
import { useCampaignActions, useStartOffReason } from '../campaign-actions.ts';
import css from './campaigns.module.css';

const A_MINUTE = 60;

const COLUMNS: Column<ListedCampaign>[] = [
  {
    head: 'Campaign',
    sort: ['name_asc', 'name_desc'],
    cell: (campaign) => <CampaignName campaign={campaign} />,
  },
  {
    head: 'Status',
    width: '22%',
    narrow: '30%',
    sort: ['under_way'],
    cell: (campaign) => <CampaignState campaign={campaign} />,
  },
  {
    head: 'Progress',
    width: '30%',
    sort: ['progress_desc', 'progress_asc'],
    cell: (campaign) => <Progress campaign={campaign} />,
  },
  {
    head: 'Created',
    width: '148px',
    narrow: 'gone',
    sort: ['created_desc', 'created_asc'],
    cell: ({ created_at }) => (
      <span className="dimmed">
        <DateTime iso={created_at} />
      </span>
    ),
  },
  {
    head: 'Actions',
    width: '104px',
    align: 'right',
    cell: (campaign) => <CampaignRowActions campaign={campaign} />,
  },
];

const REPLIED: Column<ListedCampaign> = {
  head: 'Replied',
  width: '116px',
  narrow: 'gone',
  align: 'right',
  cell: (campaign) => <span className="name">{repliedWords(campaign)}</span>,
};

/** The columns of campaigns with one of replies behind another one. */
export function withReplied(columns: Column<ListedCampaign>[], after: string): Column<ListedCampaign>[] {
  return columns.flatMap((column) => (column.head === after ? [column, REPLIED] : [column]));
}

/** '48 (11.8%)', of those who were sent to. */
function repliedWords({ total_replied, total_sent }: Campaign): string {
  if (total_sent === 0) return '–';
  return `${formatCount(total_replied)} (${formatPercent((100 * total_replied) / total_sent)})`;
}

/** The columns of the campaigns table, and the same once somebody has replied. */
export const CAMPAIGN_COLUMNS = { plain: COLUMNS, replied: withReplied(COLUMNS, 'Progress') };

/** The campaign's name, which leads to its page. */
export function CampaignLink({ campaign }: { campaign: Campaign }) {
  const name = shownCampaignName(campaign);
  return (
    <Link
      to={paths.campaign}
      params={{ id: campaign.id }}
      className={`${css.name} one-line name`}
      title={name}
      dir="auto"
    >
      {name}
    </Link>
  );
}

/** The name, over the template's, and the date if it has no column. */
function CampaignName({ campaign }: { campaign: Campaign }) {
  const { template_name, created_at } = campaign;
  return (
    <div className={`${css.names} shrink`}>
      <CampaignLink campaign={campaign} />
      <p className={`${css.template} one-line dimmed`} title={template_name} dir="auto">
        {template_name}
      </p>
      <p className={css.narrowDate}>
        <DateTime iso={created_at} />
      </p>
    </div>
  );
}

/** The badge, and when it starts by itself or was to start. */
function CampaignState({ campaign }: { campaign: Campaign }) {
  const nowMs = useNow(A_MINUTE);
  const { status, stage, start_at, standstill, countdown_until } = campaign;
  return (
    <div className={css.state}>
      <StatusBadge status={status} stage={stage} standstill={standstill} />
      {start_at ? (
        <p className={`${css.template} dimmed`}>
          {formatMoment(start_at, nowMs)}
          {stage === 'overdue' ? ', not started' : ''}
        </p>
      ) : null}
      {countdown_until ? (
        <p className={`${css.template} dimmed`}>
          <StartsIn until={countdown_until} />
        </p>
      ) : null}
    </div>
  );
}

/** The bar and its counts; the rest is hatched while the campaign sends. */
function Progress({ campaign }: { campaign: Campaign }) {
  const progress = progressOf(campaign);
  const isSending = useIsSending(campaign);
  return (
    <div className={css.progress}>
      <div className={`${css.bar} grow`}>
        <ProgressBar {...progress} running={isSending} />
        <ProgressCounts {...progress} />
      </div>
      <span className={`${css.percent} name`}>{wholePercent(progress)}%</span>
    </div>
  );
}

/** '94.8% reached, took 9 h 12 min, ended 22-11-2026 18:40', for layouts without columns. */
function EndedWords({ campaign }: { campaign: Campaign }) {
  return (
    <>
      {reachedPercent(campaign)} reached, took {tookWords(campaign) ?? '–'}
      <span className={css.created}>
        Ended <DateTime iso={campaign.completed_at} />
      </span>
    </>
  );
}

/** A campaign on a phone. */
export function CampaignCard({ campaign }: { campaign: ListedCampaign }) {
  const progress = progressOf(campaign);
  const isSending = useIsSending(campaign);
  return (
    <>
      <div className={css.cardHead}>
        <CampaignName campaign={campaign} />
        <CampaignState campaign={campaign} />
      </div>
      <div className={css.cardCounts}>
        <ProgressCounts {...progress} replied={campaign.total_replied} />
        <span className={`${css.percent} name`}>{wholePercent(progress)}%</span>
      </div>
      <ProgressBar {...progress} running={isSending} />
      <div className={css.cardFoot}>
        <span className="dimmed">
          {hasEnded(campaign) ? <EndedWords campaign={campaign} /> : <DateTime iso={campaign.created_at} />}
        </span>
        <CampaignRowActions campaign={campaign} />
      </div>
    </>
  );
}

const ScheduleDialog = lazyPart(() => import('../limits/schedule-dialog.tsx').then((m) => m.ScheduleDialog));

/** Start or Pause as a button, the other actions in the row's menu. */
export function CampaignRowActions({ campaign }: { campaign: ListedCampaign }) {
  const navigate = useNavigate();
  const { id, status, stage } = campaign;
  const name = shownCampaignName(campaign);
  const { stop, remove } = useCampaignActions(campaign);
  const { mutate: archive } = useArchive();
  const { mutate: undoStart } = useUndoStart();
  const [isScheduled, setScheduled] = useKeptState(`schedule of campaign ${id}`, false);
  const isActive = useSubscriptionActive();
  const items: RowMenuItem[] = [
    {
      label: stage === 'draft' ? 'Finish' : 'View details',
      icon: stage === 'draft' ? IconPencil : IconEye,
      onPress: () => navigate({ to: paths.campaign, params: { id } }),
    },
  ];
  if (!hasEnded(campaign) && stage !== 'draft') {
    items.push({
      label: 'Plan',
      icon: IconCalendarStats,
      onPress: () => navigate({ to: paths.campaignPlan, params: { id } }),
    });
  }
  if (status === 'pending' && stage !== 'draft') {
    items.push({
      label: 'Edit',
      icon: IconPencil,
      offReason: isActive ? undefined : 'Renew to change campaigns',
      onPress: () => navigate({ to: paths.campaignEdit, params: { id } }),
    });
    items.push({
      label: 'Schedule',
      icon: IconCalendarClock,
      offReason: isActive ? undefined : 'Renew to schedule campaigns',
      onPress: () => setScheduled(true),
    });
  }
  if (stage === 'starting') {
    items.push({ label: 'Undo start', icon: IconArrowBackUp, onPress: () => undoStart(id) });
  }
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
      {isScheduled ? <ScheduleDialog campaign={campaign} onClose={() => setScheduled(false)} /> : null}
    </div>
  );
}

function StartOrPause({ campaign }: { campaign: ListedCampaign }) {
  const startOff = useStartOffReason(campaign);
  const { start, pause } = useCampaignActions(campaign);
  if (campaignCan('pause', campaign.status)) {
    return (
      <ReasonIcon label={`Pause ${campaign.name}`} onClick={pause}>
        <IconPlayerPause size={18} />
      </ReasonIcon>
    );
  }
  if (!campaignCan('start', campaign.status) || campaign.stage === 'draft') return null;
  return (
    <ReasonIcon label={`Start ${campaign.name}`} reason={startOff} onClick={start}>
      <IconPlayerPlay size={18} />
    </ReasonIcon>
  );
}
