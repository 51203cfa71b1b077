import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { START_TRIED_MINUTES } from '@pigeonpost/contract/campaigns';
import { IconCalendarClock, IconClockExclamation } from '@tabler/icons-react';
import { useSubscriptionActive } from '../../api/session.ts';
import { useNow } from '../../clock.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatClock, formatDuration, formatMoment } from '../../format/format-time.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { useSchedule } from './api.ts';
import css from './campaign-page.module.css';
import { overdueWords } from './schedule-words.ts';

const ScheduleDialog = lazyPart(() => import('./schedule-dialog.tsx').then((m) => m.ScheduleDialog));

/** When a campaign starts by itself, or that it was to start; and what can be done about it. */
export function ScheduleNotice({ campaign }: { campaign: Campaign }) {
  const nowMs = useNow();
  const { stage, start_at, start_problem, list_name, total_list } = campaign;
  if (start_at === null) return null;
  if (stage === 'overdue')
    return (
      <Notice
        icon={<IconClockExclamation size={18} />}
        title={overdueWords(campaign, nowMs)}
        action={<ScheduleActions campaign={campaign} />}
      >
        It is {formatClock(nowMs)} now, and nothing was sent.
      </Notice>
    );
  const seconds = (Date.parse(start_at) - nowMs) / 1000;
  if (seconds <= 0 && start_problem !== null)
    return (
      <Notice
        icon={<IconClockExclamation size={18} />}
        title={overdueWords(campaign, nowMs)}
        action={<ScheduleActions campaign={campaign} />}
      >
        It is tried again until {formatClock(Date.parse(start_at) + TRIED_MS)}.
      </Notice>
    );
  return (
    <Notice
      tone="pending"
      icon={<IconCalendarClock size={18} />}
      title={`Starts ${formatMoment(start_at, nowMs)}, ${seconds > 0 ? `in ${formatDuration(wholeMinutes(seconds))}` : 'now'}.`}
      action={<ScheduleActions campaign={campaign} />}
    >
      It writes to everybody who is pending in <bdi>{list_name}</bdi> then: {formatCount(total_list)} as of
      now.
    </Notice>
  );
}

const TRIED_MS = START_TRIED_MINUTES * 60_000;

/** Seconds are counted in the last minutes only. */
const wholeMinutes = (seconds: number) => (seconds < 600 ? seconds : Math.round(seconds / 60) * 60);

function ScheduleActions({ campaign }: { campaign: Campaign }) {
  const [isAsked, setAsked] = useKeptState(`another start of campaign ${campaign.id}`, false);
  const { mutate, isPending } = useSchedule(campaign.id);
  const isActive = useSubscriptionActive();
  return (
    <span className={css.scheduleActions}>
      <ReasonButton variant="default" loading={isPending} onClick={() => mutate(null)}>
        Do not start
      </ReasonButton>
      <ReasonButton
        variant="default"
        reason={isActive ? undefined : 'Renew to schedule campaigns'}
        onClick={() => setAsked(true)}
      >
        {campaign.stage === 'overdue' ? 'Choose another time' : 'Another time'}
      </ReasonButton>
      {isAsked ? <ScheduleDialog campaign={campaign} onClose={() => setAsked(false)} /> : null}
    </span>
  );
}
