import { IconCheck, IconClock, IconUserQuestion, IconX } from '@tabler/icons-react';
import { Badge, type Tone } from './badge.tsx';

const STATUSES: Record<string, { tone: Tone; words: string; Icon: typeof IconClock }> = {
  pending: { tone: 'pending', words: 'Pending', Icon: IconClock },
  sent: { tone: 'running', words: 'Sent', Icon: IconCheck },
  failed: { tone: 'failed', words: 'Failed', Icon: IconX },
  not_found: { tone: 'paused', words: 'Not found', Icon: IconUserQuestion },
};

/** What the four recipient statuses are called, in the order menus offer them. */
export const RECIPIENT_STATUS_WORDS = Object.entries(STATUSES).map(([value, { words }]) => ({
  value,
  words,
}));

/** A recipient's status: coloured icon, plain text. */
export function RecipientStatus({ status }: { status: string }) {
  const { tone, words, Icon } = STATUSES[status] ?? { tone: 'pending', words: status, Icon: IconClock };
  return (
    <Badge tone={tone} dense icon={<Icon size={12} aria-hidden="true" />}>
      {words}
    </Badge>
  );
}
