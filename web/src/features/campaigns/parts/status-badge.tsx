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

/** A campaign's status; an unknown one is grey and shown as it is. */
export function StatusBadge({ status, dense }: { status: string; dense?: boolean }) {
  const { tone, words, Icon } = STATUSES[status] ?? { tone: 'pending', words: status, Icon: IconClock };
  return (
    <Badge tone={tone} dense={dense} icon={<Icon size={12} aria-hidden="true" />}>
      {words}
    </Badge>
  );
}
