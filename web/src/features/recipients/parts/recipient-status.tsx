import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import type { RecipientStatus as RecipientStatusName } from '@pigeonpost/contract/recipients';
import { IconCheck, IconClock, IconHelpCircle, IconUserQuestion, IconX } from '@tabler/icons-react';
import { Badge, type Tone } from '../../../ui/feedback/badge.tsx';

type Look = { tone: Tone; words: string; Icon: typeof IconClock };

const STATUSES: Record<RecipientStatusName, Look> = {
  pending: { tone: 'pending', words: 'Pending', Icon: IconClock },
  sent: { tone: 'running', words: 'Sent', Icon: IconCheck },
  failed: { tone: 'failed', words: 'Failed', Icon: IconX },
  not_found: { tone: 'paused', words: 'Not found', Icon: IconUserQuestion },
};

const UNCLEAR: Look = { tone: 'paused', words: 'Unclear', Icon: IconHelpCircle };

/** The labels of the four recipient statuses, in the order of menus. */
export const RECIPIENT_STATUS_OPTIONS = (Object.keys(STATUSES) as RecipientStatusName[]).map((value) => ({
  value,
  words: STATUSES[value].words,
  icon: STATUSES[value].Icon,
}));

type RecipientStatusProps = { recipient: Pick<Recipient, 'status' | 'unclear'> };

/** A recipient's status: coloured icon, plain text. A failed one with an unknown outcome is unclear. */
export function RecipientStatus({ recipient: { status, unclear } }: RecipientStatusProps) {
  const { tone, words, Icon } = unclear ? UNCLEAR : STATUSES[status];
  return (
    <Badge tone={tone} dense icon={<Icon size={12} aria-hidden="true" />}>
      {words}
    </Badge>
  );
}
