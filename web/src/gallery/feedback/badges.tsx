import { TICKET_STATUSES } from '@pigeonpost/contract/account/support';
import { CAMPAIGN_STATUSES, DELIVERY_STATES } from '@pigeonpost/contract/campaigns';
import { RECIPIENT_STATUSES } from '@pigeonpost/contract/recipients';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DeliveryState } from '../../campaign-state/delivery-state.tsx';
import { StatusBadge } from '../../campaign-state/status-badge.tsx';
import { RestBadge } from '../../features/profiles/parts/rest-badge.tsx';
import { RecipientStatus } from '../../features/recipients/parts/recipient-status.tsx';
import { TicketStatusBadge } from '../../features/support/ticket-labels.tsx';
import { Badge, type Tone } from '../../ui/feedback/badge.tsx';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';
import { LONG_NAME, RIGHT_TO_LEFT } from '../samples.ts';

/** The meaning of each tone; the compiler demands an entry for each. */
const TONES: Record<Tone, string> = {
  running: 'Running',
  completed: 'Completed',
  paused: 'Paused',
  failed: 'Failed',
  pending: 'Pending',
};
const TONE_NAMES = Object.keys(TONES) as Tone[];
const ICON = <IconCheck size={12} aria-hidden="true" />;

/** Badge in every tone, and every status shown by one. */
export const badges: PartStates[] = [
  {
    part: 'Badge',
    states: {
      'With words alone': <Badges />,
      'With an icon': <Badges icon={ICON} />,
      'Dense, for tables': <Badges icon={ICON} dense />,
      'Long and right to left': (
        <div className={css.row}>
          <Badge tone="paused" icon={ICON}>
            {LONG_NAME}
          </Badge>
          <Badge tone="running" icon={ICON}>
            {RIGHT_TO_LEFT}
          </Badge>
        </div>
      ),
    },
  },
  {
    part: 'Statuses',
    note: 'What the features make of Badge.',
    states: {
      'Of a campaign': (
        <div className={css.row}>
          {CAMPAIGN_STATUSES.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
          <StatusBadge status="running" standstill={{ kind: 'agent', words: 'no agent' }} />
          <StatusBadge status="paused" standstill={{ kind: 'by_you', words: 'by you' }} />
          <StatusBadge status="pending" stage="draft" />
          <StatusBadge status="pending" stage="scheduled" />
          <StatusBadge status="pending" stage="overdue" />
        </div>
      ),
      'Of a recipient': (
        <div className={css.row}>
          {RECIPIENT_STATUSES.map((status) => (
            <RecipientStatus key={status} recipient={{ status, unclear: false }} />
          ))}
          <RecipientStatus recipient={{ status: 'failed', unclear: true }} />
        </div>
      ),
      'Of a delivery': (
        <div className={css.row}>
          {DELIVERY_STATES.map((state) => (
            <DeliveryState key={state} state={state} />
          ))}
        </div>
      ),
      'Of a profile that rests': (
        <div className={css.row}>
          <RestBadge rest="blocked" />
          <RestBadge rest="signed-out" />
          <RestBadge rest="faulted" />
          <RestBadge rest="obstructed" />
        </div>
      ),
      'Of a ticket': (
        <div className={css.row}>
          {TICKET_STATUSES.map((status) => (
            <TicketStatusBadge key={status} status={status} />
          ))}
        </div>
      ),
    },
  },
];

type BadgesProps = { icon?: ReactNode; dense?: boolean };

function Badges({ icon, dense }: BadgesProps) {
  return (
    <div className={css.row}>
      {TONE_NAMES.map((tone) => (
        <Badge key={tone} tone={tone} icon={icon} dense={dense}>
          {TONES[tone]}
        </Badge>
      ))}
    </div>
  );
}
