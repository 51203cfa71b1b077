import type { Standstill } from '@pigeonpost/contract/calls/campaigns';
import type { CampaignStage } from '@pigeonpost/contract/campaigns';
import { isTimeWait, needsPerson } from '@pigeonpost/contract/campaigns/standstills';
import {
  IconAlertTriangle,
  IconCalendarClock,
  IconCheck,
  IconClock,
  IconClockExclamation,
  IconEye,
  IconPencil,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
} from '@tabler/icons-react';
import { formatCountdown } from '../format/format-time.ts';
import { Badge, type Tone } from '../ui/feedback/badge.tsx';
import { stageWords, statusWords } from './campaign-state.ts';
import { useSecondsToStart } from './start-clock.tsx';

const LOOKS: Record<string, { tone: Tone; Icon: typeof IconClock }> = {
  pending: { tone: 'pending', Icon: IconClock },
  running: { tone: 'running', Icon: IconPlayerPlayFilled },
  paused: { tone: 'paused', Icon: IconPlayerPauseFilled },
  completed: { tone: 'completed', Icon: IconCheck },
  failed: { tone: 'failed', Icon: IconAlertTriangle },
};

const STAGE_LOOKS: Partial<Record<CampaignStage, { tone: Tone; Icon: typeof IconClock }>> = {
  draft: { tone: 'pending', Icon: IconPencil },
  scheduled: { tone: 'pending', Icon: IconCalendarClock },
  overdue: { tone: 'paused', Icon: IconClockExclamation },
  review: { tone: 'paused', Icon: IconEye },
};

type StatusBadgeProps = {
  status: string;
  stage?: CampaignStage | null | undefined;
  /** Why a running or paused campaign sends nothing. */
  standstill?: Standstill | null | undefined;
  /** The end of the countdown of its start. */
  startsAt?: string | null;
  dense?: boolean;
};

/**
 * A campaign's status and standstill, or the stage that says more: amber if a person is needed, grey if a person
 * decided, blue if it continues at some moment. An unknown status is grey and shown as it is.
 */
export function StatusBadge({ status, stage, standstill: known, startsAt, dense }: StatusBadgeProps) {
  // Hours and caps matter once its start cannot be undone any more.
  const standstill = stage === 'starting' && known && isTimeWait(known.kind) ? null : known;
  const { tone, Icon } = (stage ? STAGE_LOOKS[stage] : undefined) ??
    LOOKS[status] ?? { tone: 'pending', Icon: IconClock };
  return (
    <Badge tone={toneOf(standstill, tone)} dense={dense} icon={<Icon size={12} aria-hidden="true" />}>
      {stageWords(stage) ?? statusWords(status, standstill)}
      {stage === 'starting' && startsAt && !standstill ? <Countdown until={startsAt} /> : null}
    </Badge>
  );
}

/** ' · starts in 0:17' */
function Countdown({ until }: { until: string }) {
  const seconds = useSecondsToStart(until);
  return seconds > 0 ? <span>{` · starts in ${formatCountdown(seconds)}`}</span> : null;
}

function toneOf(standstill: Standstill | null | undefined, tone: Tone): Tone {
  if (standstill?.kind === 'by_you') return 'pending';
  return standstill && needsPerson(standstill.kind) ? 'paused' : tone;
}
