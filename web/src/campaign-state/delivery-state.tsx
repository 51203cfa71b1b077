import type { DeliveryState as DeliveryStateName } from '@pigeonpost/contract/campaigns';
import {
  IconCheck,
  IconClock,
  IconHelpCircle,
  IconPlayerSkipForward,
  IconPlayerStop,
  IconRotateClockwise,
  IconSend,
  IconUserQuestion,
  IconX,
} from '@tabler/icons-react';
import { Badge, type Tone } from '../ui/feedback/badge.tsx';

type Look = { tone: Tone; words: string; Icon: typeof IconClock };

/** How a delivery's state looks: the colour, the words, the icon. */
export const DELIVERY_LOOKS: Record<DeliveryStateName | 'pending', Look> = {
  pending: { tone: 'pending', words: 'Pending', Icon: IconClock },
  leased: { tone: 'running', words: 'Next', Icon: IconSend },
  sending: { tone: 'running', words: 'Being sent', Icon: IconSend },
  waiting: { tone: 'pending', words: 'Tried again later', Icon: IconRotateClockwise },
  sent: { tone: 'running', words: 'Sent', Icon: IconCheck },
  failed: { tone: 'failed', words: 'Failed', Icon: IconX },
  not_found: { tone: 'paused', words: 'Not found', Icon: IconUserQuestion },
  uncertain: { tone: 'paused', words: 'Unclear', Icon: IconHelpCircle },
  stopped: { tone: 'pending', words: 'Not reached', Icon: IconPlayerStop },
  skipped: { tone: 'pending', words: 'Skipped', Icon: IconPlayerSkipForward },
};

/** The outcome of a campaign's message to a person: coloured icon, plain text. */
export function DeliveryState({ state }: { state: DeliveryStateName | 'pending' }) {
  const { tone, words, Icon } = DELIVERY_LOOKS[state];
  return (
    <Badge tone={tone} dense icon={<Icon size={12} aria-hidden="true" />}>
      {words}
    </Badge>
  );
}
