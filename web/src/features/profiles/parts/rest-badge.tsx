import { IconAlertTriangle, IconLogout2 } from '@tabler/icons-react';
import { Badge } from '../../../ui/feedback/badge.tsx';

/** Why a profile rests until its owner resumes it: the site blocked it, or its session there has ended. */
export function RestBadge({ isBlocked }: { isBlocked: boolean }) {
  const Icon = isBlocked ? IconAlertTriangle : IconLogout2;
  return (
    <Badge dense tone={isBlocked ? 'failed' : 'paused'} icon={<Icon size={12} aria-hidden="true" />}>
      {isBlocked ? 'Blocked' : 'Signed out'}
    </Badge>
  );
}
