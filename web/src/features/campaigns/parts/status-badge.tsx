import type { Standstill } from '@pigeonpost/contract/calls/campaigns';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
} from '@tabler/icons-react';
import { Badge, type Tone } from '../../../ui/feedback/badge.tsx';

const STATUSES: Record<string, { tone: Tone; words: string; Icon: typeof IconClock }> = {
  pending: { tone: 'pending', words: 'Pending', Icon: IconClock },
  running: { tone: 'running', words: 'Running', Icon: IconPlayerPlayFilled },
  paused: { tone: 'paused', words: 'Paused', Icon: IconPlayerPauseFilled },
  completed: { tone: 'completed', words: 'Completed', Icon: IconCheck },
  failed: { tone: 'failed', words: 'Failed', Icon: IconAlertTriangle },
};

type StatusBadgeProps = {
  status: string;
  /** Why a running or paused campaign sends nothing. */
  standstill?: Standstill | null | undefined;
  dense?: boolean;
};

/**
 * A campaign's status, and why it stands still: amber where a person is needed, grey where a person decided. An unknown
 * status is grey and shown as it is.
 */
export function StatusBadge({ status, standstill, dense }: StatusBadgeProps) {
  const known = STATUSES[status] ?? { tone: 'pending', words: status, Icon: IconClock };
  const { Icon } = known;
  const { tone, words } = standstill ? atStandstill(known.words, standstill) : known;
  return (
    <Badge tone={tone} dense={dense} icon={<Icon size={12} aria-hidden="true" />}>
      {words}
    </Badge>
  );
}

function atStandstill(status: string, { kind, words }: Standstill): { tone: Tone; words: string } {
  if (kind === 'by_you') return { tone: 'pending', words: `${status} ${words}` };
  return { tone: 'paused', words: `${status} · ${words}` };
}
