import type { Field } from '@pigeonpost/contract/calls/fields';
import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import type { Tag } from '@pigeonpost/contract/calls/tags';
import { IconBan, IconMessageReply } from '@tabler/icons-react';
import { PersonLink } from '../../names/person-link.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { DateTime } from '../../ui/layout/time.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import { TagChips } from '../tags/parts/tag-chips.tsx';
import { RecipientStatus } from './parts/recipient-status.tsx';
import { RecipientMenu } from './recipient-menu.tsx';
import css from './recipients.module.css';

/** What the rows show of people, and what their menus do. */
type RowOptions = {
  /** The fields that are columns. */
  shown: Field[];
  /** All of the user, in their order. */
  tags: Tag[];
  /** Whether somebody of the page replied. */
  hasReplies: boolean;
  onTag: (recipient: Recipient) => void;
};

const BETWEEN: Column<Recipient>[] = [
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
];

const REPLIED: Column<Recipient> = {
  head: 'Replied',
  width: '172px',
  narrow: '160px',
  cell: ({ replied_at }) => (replied_at ? <Replied at={replied_at} /> : <span className="dimmed">–</span>),
};

function Replied({ at, isWorded = false }: { at: string; isWorded?: boolean }) {
  return (
    <Badge tone="completed" dense icon={<IconMessageReply size={12} aria-hidden="true" />}>
      {isWorded ? 'Replied ' : null}
      <DateTime iso={at} />
    </Badge>
  );
}

/** The names keep their room beside fields. */
const NARROW_BESIDE_FIELDS: Record<string, { narrow: string }> = {
  Status: { narrow: '120px' },
  Added: { narrow: 'gone' },
};

/** The columns of the recipients table, with the chosen fields. */
export function recipientColumns({ shown, tags, hasReplies, onTag }: RowOptions): Column<Recipient>[] {
  const narrow = shown.length > 0 || hasReplies ? NARROW_BESIDE_FIELDS : {};
  return [
    {
      head: 'Recipient',
      sort: ['name_asc', 'name_desc'],
      cell: (recipient) => <Name recipient={recipient} tags={tags} />,
    },
    ...shown.map(fieldColumn),
    ...(hasReplies ? [{ ...REPLIED, ...narrow[REPLIED.head] }] : []),
    ...BETWEEN.map((one) => ({ ...one, ...narrow[one.head] })),
    {
      head: '',
      width: '72px',
      align: 'right',
      cell: (recipient) => <RecipientMenu recipient={recipient} onTag={onTag} />,
    },
  ];
}

function fieldColumn({ id, label }: Field): Column<Recipient> {
  return {
    head: label,
    width: '18%',
    narrow: '16%',
    cell: ({ fields }) => <Value text={fields?.[id]} />,
  };
}

function Value({ text }: { text: string | undefined }) {
  if (!text) return <span className="dimmed">–</span>;
  return (
    <p className={`${css.value} one-line`} title={text} dir="auto">
      {text}
    </p>
  );
}

/** A recipient on phones. */
export function RecipientCard({
  recipient,
  shown,
  tags,
  onTag,
}: Omit<RowOptions, 'hasReplies'> & { recipient: Recipient }) {
  const known = shown.filter(({ id }) => recipient.fields?.[id]);
  return (
    <div className={css.card}>
      <div className="grow">
        <Name recipient={recipient} tags={tags} />
        <p className={css.second}>
          <RecipientStatus recipient={recipient} />
          <span className="dimmed">
            <DateTime iso={recipient.created_at} />
          </span>
          {recipient.replied_at ? <Replied at={recipient.replied_at} isWorded /> : null}
        </p>
        {known.length > 0 ? (
          <p className={`${css.known} dimmed`}>
            {known.map(({ id, label }) => (
              <span key={id} dir="auto">
                {label}: {recipient.fields?.[id]}
              </span>
            ))}
          </p>
        ) : null}
      </div>
      <RecipientMenu recipient={recipient} onTag={onTag} />
    </div>
  );
}

function Name({ recipient, tags }: { recipient: Recipient; tags: Tag[] }) {
  const own = recipient.tags?.length ? tags.filter(({ id }) => recipient.tags?.includes(id)) : [];
  return (
    <span className={`${css.name} name`}>
      <PersonLink name={recipient.recipient} />
      {recipient.do_not_contact ? (
        <span className={css.ban}>
          <IconBan size={14} aria-hidden="true" />
          Do not contact
        </span>
      ) : null}
      <TagChips names={own.map(({ name }) => name)} />
    </span>
  );
}
