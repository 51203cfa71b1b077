import { IconAlertTriangle, IconLogout2, IconPlugConnectedX } from '@tabler/icons-react';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { REST_WORDS, type Rest } from './rest.ts';

const LOOKS = {
  blocked: { tone: 'failed', Icon: IconAlertTriangle },
  'signed-out': { tone: 'paused', Icon: IconLogout2 },
  faulted: { tone: 'paused', Icon: IconPlugConnectedX },
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
