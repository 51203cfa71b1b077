import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import { IconBan } from '@tabler/icons-react';
import { DateTime } from '../../ui/layout/time.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import { PersonLink } from '../people/parts/person-link.tsx';
import { RecipientStatus } from './parts/recipient-status.tsx';
import { RecipientMenu } from './recipient-menu.tsx';
import css from './recipients.module.css';

/** The columns of the recipients table. */
export const RECIPIENT_COLUMNS: Column<Recipient>[] = [
  { head: 'Recipient', sort: ['name_asc', 'name_desc'], cell: (recipient) => <Name recipient={recipient} /> },
  {
    head: 'Status',
    width: '160px',
    sort: ['status_asc', 'status_desc'],
    cell: (recipient) => <RecipientStatus recipient={recipient} />,
  },
  {
    head: 'Added',
    width: '172px',
    sort: ['added_desc', 'added_asc'],
    cell: ({ created_at }) => (
      <span className="dimmed">
        <DateTime iso={created_at} />
      </span>
    ),
  },
  {
    head: '',
    width: '72px',
    align: 'right',
    cell: (recipient) => <RecipientMenu recipient={recipient} />,
  },
];

/** A recipient on phones. */
export function RecipientCard({ recipient }: { recipient: Recipient }) {
  return (
    <div className={css.card}>
      <div className="grow">
        <Name recipient={recipient} />
        <p className={css.second}>
          <RecipientStatus recipient={recipient} />
          <span className="dimmed">
            <DateTime iso={recipient.created_at} />
          </span>
        </p>
      </div>
      <RecipientMenu recipient={recipient} />
    </div>
  );
}

function Name({ recipient }: { recipient: Recipient }) {
  return (
    <span className={`${css.name} name`}>
      <PersonLink name={recipient.recipient} />
      {recipient.do_not_contact ? (
        <span className={css.ban}>
          <IconBan size={14} aria-hidden="true" />
          Do not contact
        </span>
      ) : null}
    </span>
  );
}
