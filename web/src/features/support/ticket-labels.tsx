import type { TicketCategory, TicketPriority, TicketStatus } from '@pigeonpost/contract/account/support';
import { IconArchive, IconCheck, IconCircleDashed, IconCircleDot } from '@tabler/icons-react';
import { Badge, type Tone } from '../../ui/feedback/badge.tsx';
import css from './support.module.css';

// In the order in which the filters offer them.
export const STATUS_OPTIONS: { value: TicketStatus; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'in_progress', label: 'In Progress' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'closed', label: 'Closed' },
];

export const PRIORITY_OPTIONS: { value: TicketPriority; label: string }[] = [
  { value: 'urgent', label: 'Urgent' },
  { value: 'high', label: 'High' },
  { value: 'medium', label: 'Medium' },
  { value: 'low', label: 'Low' },
];

export const CATEGORY_OPTIONS: { value: TicketCategory; label: string }[] = [
  { value: 'technical', label: 'Technical' },
  { value: 'billing', label: 'Billing' },
  { value: 'feature_request', label: 'Feature Request' },
  { value: 'bug_report', label: 'Bug Report' },
  { value: 'general', label: 'General' },
];

/** For dialogs: the lowest first. */
export const PRIORITY_CHOICES = PRIORITY_OPTIONS.toReversed();

/** For dialogs: the default first. */
export const CATEGORY_CHOICES = [...CATEGORY_OPTIONS.slice(-1), ...CATEGORY_OPTIONS.slice(0, -1)];

const LOOKS: Record<TicketStatus, { tone: Tone; icon: typeof IconCheck }> = {
  open: { tone: 'running', icon: IconCircleDot },
  in_progress: { tone: 'paused', icon: IconCircleDashed },
  resolved: { tone: 'completed', icon: IconCheck },
  closed: { tone: 'pending', icon: IconArchive },
};

const BARS: Record<TicketPriority, number> = { low: 1, medium: 2, high: 3, urgent: 3 };

/** The label of a value among such options. */
export function labelOf<Value extends string>(
  options: { value: Value; label: string }[],
  value: Value,
): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

/** Open blue, In Progress amber, Resolved green, Closed grey. */
export function TicketStatusBadge({ status }: { status: TicketStatus }) {
  const { tone, icon: Icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={<Icon size={12} aria-hidden="true" />}>
      {labelOf(STATUS_OPTIONS, status)}
    </Badge>
  );
}

/** Three rising bars beside the word; only urgent is red. */
export function Priority({ priority }: { priority: TicketPriority }) {
  return (
    <span className={css.priority} data-priority={priority}>
      {labelOf(PRIORITY_OPTIONS, priority)}
      <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 5}
            y={14 - bar * 4 - 2}
            width="4"
            height={bar * 4 + 2}
            rx="1"
            data-on={bar <= BARS[priority]}
          />
        ))}
      </svg>
    </span>
  );
}
