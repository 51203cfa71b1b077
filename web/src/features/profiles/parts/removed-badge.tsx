import { IconTrash } from '@tabler/icons-react';
import { Badge } from '../../../ui/feedback/badge.tsx';

/** Says of what a profile did that the profile itself was deleted. */
export function RemovedBadge() {
  return (
    <Badge dense tone="pending" icon={<IconTrash size={12} aria-hidden="true" />}>
      Removed
    </Badge>
  );
}
