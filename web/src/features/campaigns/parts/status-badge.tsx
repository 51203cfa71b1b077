import type { Standstill } from '@pigeonpost/contract/calls/campaigns';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
} from '@tabler/icons-react';
import { Badge, type Tone } from '../../../ui/feedback/badge.tsx';
import { statusWords } from './campaign-state.ts';

const LOOKS: Record<string, { tone: Tone; Icon: typeof IconClock }> = {
  pending: { tone: 'pending', Icon: IconClock },
  running: { tone: 'running', Icon: IconPlayerPlayFilled },
  paused: { tone: 'paused', Icon: IconPlayerPauseFilled },
  completed: { tone: 'completed', Icon: IconCheck },
  failed: { tone: 'failed', Icon: IconAlertTriangle },
};

type StatusBadgeProps = {
  status: string;
  /** Why a running or paused campaign sends nothing. */
  standstill?: Standstill | null | undefined;
  dense?: boolean;
};

/**
 * A campaign's status and standstill: amber if a person is needed, grey if a person decided. An unknown status is grey
 * and shown as it is.
 */
export function StatusBadge({ status, standstill, dense }: StatusBadgeProps) {
  const { tone, Icon } = LOOKS[status] ?? { tone: 'pending', Icon: IconClock };
  return (
    <Badge
      tone={standstill ? (standstill.kind === 'by_you' ? 'pending' : 'paused') : tone}
      dense={dense}
      icon={<Icon size={12} aria-hidden="true" />}
    >
      {statusWords(status, standstill)}
    </Badge>
  );
}
