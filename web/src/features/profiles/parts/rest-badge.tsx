import {
  IconAlertTriangle,
  IconBarrierBlock,
  IconLogout2,
  IconPlugConnectedX,
  IconTrash,
} from '@tabler/icons-react';
import { useNow } from '../../../clock.ts';
import { formatNoun } from '../../../format/format-number.ts';
import { formatFull, formatSince } from '../../../format/format-time.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { REST_WORDS, type Rest } from './rest.ts';

const LOOKS = {
  blocked: { tone: 'failed', Icon: IconAlertTriangle },
  'signed-out': { tone: 'paused', Icon: IconLogout2 },
  faulted: { tone: 'paused', Icon: IconPlugConnectedX },
  obstructed: { tone: 'paused', Icon: IconBarrierBlock },
} as const;

/** Why a profile rests. */
export function RestBadge({ rest }: { rest: Rest }) {
  const { tone, Icon } = LOOKS[rest];
  return (
    <Badge dense tone={tone} icon={<Icon size={12} aria-hidden="true" />}>
      {REST_WORDS[rest]}
    </Badge>
  );
}

type Rests = {
  blocked_at: string | null;
  signed_out_at: string | null;
  faulted_at: string | null;
  sent_before_block: number | null;
};

/**
 * 'since 09:12, after 41 messages today': the start of a profile's rest, and the messages sent on the day of its block.
 */
export function RestSince({ profile }: { profile: Rests }) {
  const { blocked_at, signed_out_at, faulted_at, sent_before_block: sent } = profile;
  const nowMs = useNow(60);
  const since = blocked_at ?? signed_out_at ?? faulted_at;
  if (!since) return null;
  const { words, isToday } = formatSince(since, nowMs);
  const after = sent ? `, after ${formatNoun(sent, 'message')} ${isToday ? 'today' : 'that day'}` : '';
  return <span title={formatFull(since)}>{`since ${words}${after}`}</span>;
}

/** Marks results of a profile that was deleted. */
export function RemovedBadge() {
  return (
    <Badge dense tone="pending" icon={<IconTrash size={12} aria-hidden="true" />}>
      Removed
    </Badge>
  );
}
