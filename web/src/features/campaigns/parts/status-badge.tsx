import type { Standstill } from '@pigeonpost/contract/calls/campaigns';
import type { CampaignStage } from '@pigeonpost/contract/campaigns';
import { isWaitingForTime } from '@pigeonpost/contract/time-waits';
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
import { Badge, type Tone } from '../../../ui/feedback/badge.tsx';
import { stageWords, statusWords } from './campaign-state.ts';

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
  dense?: boolean;
};

/**
 * A campaign's status and standstill, or the stage that says more: amber if a person is needed, grey if a person
 * decided, blue if it continues at some moment. An unknown status is grey and shown as it is.
 */
export function StatusBadge({ status, stage, standstill, dense }: StatusBadgeProps) {
  const { tone, Icon } = (stage ? STAGE_LOOKS[stage] : undefined) ??
    LOOKS[status] ?? { tone: 'pending', Icon: IconClock };
  return (
    <Badge tone={toneOf(standstill, tone)} dense={dense} icon={<Icon size={12} aria-hidden="true" />}>
      {stageWords(stage) ?? statusWords(status, standstill)}
    </Badge>
  );
}

function toneOf(standstill: Standstill | null | undefined, tone: Tone): Tone {
  if (!standstill || isWaitingForTime(standstill.kind)) return tone;
  return standstill.kind === 'by_you' ? 'pending' : 'paused';
}
