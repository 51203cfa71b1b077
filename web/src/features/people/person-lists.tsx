import type { PersonList } from '@pigeonpost/contract/calls/people';
import { shownName } from '@pigeonpost/contract/recipients';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSubscriptionActive } from '../../api/session.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatDay } from '../../format/format-time.ts';
import { paths } from '../../paths.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { ReasonIcon } from '../../ui/form/reason-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { RecipientStatus } from '../recipients/parts/recipient-status.tsx';
import { type Person, useLeaveList } from './api.ts';
import css from './person.module.css';

/** The lists that contain a person, with the status there and Remove. */
export function PersonLists({ person }: { person: Person | undefined }) {
  const shown = person?.lists ?? [];
  const more = (person?.list_count ?? 0) - shown.length;
  return (
    <Card
      title="Lists"
      flush
      aside={<span className={`${css.quiet} dimmed`}>{person ? formatCount(person.list_count) : ''}</span>}
    >
      {person && shown.length === 0 ? <p className={`${css.none} dimmed`}>In no list.</p> : null}
      <ul className={css.lists} aria-label="Lists">
        {shown.map((list) => (
          <ListRow key={list.recipient_id} list={list} name={person?.recipient ?? ''} />
        ))}
      </ul>
      {more > 0 ? <p className={`${css.none} dimmed`}>And {formatCount(more)} more lists.</p> : null}
    </Card>
  );
}

function ListRow({ list, name }: { list: PersonList; name: string }) {
  const { mutate } = useLeaveList(`${shownName(name)} is out of ${list.list_name}.`);
  const offReason = useSubscriptionActive() ? undefined : 'Renew to change lists';
  const leave = async () => {
    const agreed = await confirm({
      title: `Take ${shownName(name)} out of ${list.list_name}?`,
      body: 'A campaign of this list that has not written to them yet leaves them out. What was sent stays in the numbers.',
      confirmLabel: 'Take out',
    });
    if (agreed) mutate(list.recipient_id);
  };
  return (
    <li className={css.list}>
      <div className="grow">
        <Link
          to={paths.list}
          params={{ id: list.list_id }}
          className={`${css.listName} link two-lines medium`}
          dir="auto"
        >
          {list.list_name}
        </Link>
        <p className="one-line note">added {formatDay(list.created_at)}</p>
      </div>
      <RecipientStatus recipient={list} />
      <ReasonIcon label={`Take out of ${list.list_name}`} reason={offReason} onClick={leave}>
        <IconX size={16} />
      </ReasonIcon>
    </li>
  );
}
