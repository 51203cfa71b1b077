import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
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
import { useSubscriptionActive } from '../../api/session.ts';
import { useNow } from '../../clock.ts';
import { formatPercent } from '../../format/format-number.ts';
import { formatDuration, formatMoment } from '../../format/format-time.ts';
import { paths } from '../../paths.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { ReasonIcon } from '../../ui/form/reason-button.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { DateTime } from '../../ui/layout/time.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import type { RowMenuItem } from '../../ui/table/row-menu-list.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import { useArchive } from './api.ts';
import { useCampaignActions, useStartOffReason } from './campaign-actions.ts';
import css from './campaigns.module.css';
import { hasEnded, shownCampaignName } from './parts/campaign-state.ts';
import { progressOf, wholePercent } from './parts/progress.ts';
import { ProgressBar, ProgressCounts } from './parts/progress-bar.tsx';
import { useIsSending } from './parts/standstill.ts';
import { useUndoStart } from './parts/start-campaign.ts';
import { StartsIn } from './parts/start-clock.tsx';
import { StatusBadge } from './parts/status-badge.tsx';
import { withReplied } from './replied-column.tsx';

const A_MINUTE = 60;

const COLUMNS: Column<Campaign>[] = [
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

/** The columns of the campaigns table, and the same once somebody has replied. */
export const CAMPAIGN_COLUMNS = { plain: COLUMNS, replied: withReplied(COLUMNS, 'Progress') };

type NameProps = { campaign: Campaign; withList?: boolean };

/** The name as a link, over the template's and perhaps the list's, and the date if it has no column. */
export function CampaignName({ campaign, withList = false }: NameProps) {
  const { id, template_name, list_name, created_at } = campaign;
  const name = shownCampaignName(campaign);
  return (
    <div className={`${css.names} shrink`}>
      <Link
        to={paths.campaign}
        params={{ id }}
        className={`${css.name} one-line name`}
        title={name}
        dir="auto"
      >
        {name}
      </Link>
      <p className={`${css.template} one-line dimmed`} title={template_name} dir="auto">
        {template_name}
      </p>
      {withList ? (
        <p className={`${css.template} one-line dimmed`} title={list_name} dir="auto">
          {list_name}
        </p>
      ) : null}
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
export function Progress({ campaign }: { campaign: Campaign }) {
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
      {reached(campaign)} reached, took {took(campaign)}
      <span className={css.created}>
        Ended <DateTime iso={campaign.completed_at} />
      </span>
    </>
  );
}

type Totals = Pick<Campaign, 'total_sent' | 'total_list'>;

/** The share of a campaign's recipients that got its message. */
export function reached({ total_sent, total_list }: Totals): string {
  return share(total_sent, total_list);
}

/** '94.8%', or a dash without recipients. */
export function share(count: number, total: number): string {
  return total > 0 ? formatPercent((100 * count) / total) : '–';
}

/** Its duration, from its start to its end. */
export function took({ started_at, completed_at }: Campaign): string {
  if (!started_at || !completed_at) return '–';
  return formatDuration((Date.parse(completed_at) - Date.parse(started_at)) / 1000);
}

/** A campaign on a phone. */
export function CampaignCard({ campaign }: { campaign: Campaign }) {
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

const ScheduleDialog = lazyPart(() => import('./schedule-dialog.tsx').then((m) => m.ScheduleDialog));

/** Start or Pause as a button, the other actions in the row's menu. */
export function CampaignRowActions({ campaign }: { campaign: Campaign }) {
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
  if (!campaignCan('start', campaign.status) || campaign.stage === 'draft') return null;
  return (
    <ReasonIcon label={`Start ${campaign.name}`} reason={startOff} onClick={start}>
      <IconPlayerPlay size={18} />
    </ReasonIcon>
  );
}
