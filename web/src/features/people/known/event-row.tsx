import type { PersonCampaign } from '@pigeonpost/contract/calls/people';
import type { PersonEvent } from '@pigeonpost/contract/calls/person-events';
import { isAutomatic, isUndecided } from '@pigeonpost/contract/people/replies';
import {
  IconBan,
  IconMessageReply,
  IconNote,
  IconPlayerPlay,
  IconUserPlus,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DELIVERY_LOOKS } from '../../../campaign-state/delivery-state.tsx';
import { paths } from '../../../paths.ts';
import { confirm } from '../../../ui/feedback/confirm.ts';
import { ReasonIcon } from '../../../ui/form/reason-button.tsx';
import { DateTime } from '../../../ui/layout/time.tsx';
import { howWords } from '../../do-not-contact/parts/how-words.ts';
import { DecideReply } from '../../replies/parts/decide-reply.tsx';
import { replyWords } from '../../replies/parts/reply-words.ts';
import { useDeleteNote } from '../api.ts';
import { formatTurn } from '../format-turn.ts';
import css from './happened.module.css';

type EventOf<Kind extends PersonEvent['kind']> = Extract<PersonEvent, { kind: Kind }>;

const MESSAGE_WORDS = {
  pending: 'Would get',
  leased: 'Next in',
  sending: 'Being sent by',
  waiting: 'Tried again later by',
  sent: 'Sent by',
  failed: 'Failed in',
  not_found: 'Not found by',
  uncertain: 'Unclear in',
  stopped: 'Not reached by',
  skipped: 'Left out of',
} as const;

/** Something that happened to a person, as a row of their timeline. */
export function EventRow({ name, event }: { name: string; event: PersonEvent }) {
  switch (event.kind) {
    case 'message':
      return <MessageRow event={event} />;
    case 'reply':
      return <ReplyRow event={event} />;
    case 'note':
      return <NoteRow name={name} event={event} />;
    case 'do_not_contact':
      return (
        <Row
          tone={event.is_on ? 'failed' : 'pending'}
          Icon={IconBan}
          words={event.is_on ? 'Do not contact switched on' : 'Do not contact switched off'}
          detail={event.how ? howWords(event.how) : event.reason}
          at={event.at}
        />
      );
    case 'added':
      return (
        <Row
          tone="pending"
          Icon={IconUserPlus}
          words={
            <>
              Added to{' '}
              <Link to={paths.list} params={{ id: event.list_id }} className="link" dir="auto">
                {event.list_name}
              </Link>
            </>
          }
          at={event.at}
        />
      );
    case 'waived':
      return (
        <Row
          tone="pending"
          Icon={IconPlayerPlay}
          words="Write again anyway"
          detail={event.reason}
          at={event.at}
        />
      );
  }
}

/** A campaign without a moment: it has the person in line, or skipped them before that moment was written down. */
export function UntimedRow({ campaign }: { campaign: PersonCampaign }) {
  const { state, reason, profile_name } = campaign;
  const { tone, Icon } = DELIVERY_LOOKS[state];
  const isInLine = state === 'pending';
  const words = isInLine && campaign.campaign_status === 'running' ? 'Will get' : MESSAGE_WORDS[state];
  return (
    <Row
      tone={tone}
      Icon={Icon}
      words={
        <>
          <CampaignWords words={words} campaign={campaign} />
          {isInLine ? `, ${formatTurn(campaign)}` : null}
        </>
      }
      detail={isInLine ? null : reason}
      who={from(profile_name)}
    />
  );
}

function MessageRow({ event }: { event: EventOf<'message'> }) {
  const { state, profile_name, reason, text, at } = event;
  const { tone, Icon } = DELIVERY_LOOKS[state];
  return (
    <Row
      tone={tone}
      Icon={Icon}
      words={<CampaignWords words={MESSAGE_WORDS[state]} campaign={event} />}
      detail={reason}
      who={from(profile_name)}
      at={at}
    >
      {text ? (
        <p className={css.bubble} dir="auto">
          {text}
        </p>
      ) : null}
    </Row>
  );
}

function ReplyRow({ event: reply }: { event: EventOf<'reply'> }) {
  const { text, at, campaign_id, campaign_name, profile_name } = reply;
  const words = isAutomatic(reply.automatic) ? 'Automatic reply' : 'Replied';
  const to =
    campaign_id === null ? (
      words
    ) : (
      <CampaignWords words={`${words} to`} campaign={{ campaign_id, campaign_name }} />
    );
  const where = profile_name ? (
    <>
      at <bdi>{profile_name}</bdi>
    </>
  ) : null;
  return (
    <Row tone="completed" Icon={IconMessageReply} words={to} who={where} at={at}>
      {text ? (
        <p className={css.bubble} data-theirs dir="auto">
          {text}
        </p>
      ) : (
        <p className={`${css.note} dimmed`}>{replyWords(text)}</p>
      )}
      {isUndecided(reply) ? <DecideReply reply={reply} /> : null}
    </Row>
  );
}

function NoteRow({ name, event: note }: { name: string; event: EventOf<'note'> }) {
  const { mutate } = useDeleteNote(name);
  const remove = async () => {
    const agreed = await confirm({
      title: 'Delete this note?',
      body: 'It cannot be brought back.',
      confirmLabel: 'Delete note',
    });
    if (agreed) mutate(note.id);
  };
  const author = (
    <>
      by <bdi>{note.author_name}</bdi>
    </>
  );
  return (
    <Row tone="pending" Icon={IconNote} words="Note" who={author} at={note.at}>
      <div className={css.line}>
        <p className={css.note} dir="auto">
          {note.text}
        </p>
        <ReasonIcon label={`Delete the note ${note.text.slice(0, 40)}`} onClick={remove}>
          <IconX size={16} />
        </ReasonIcon>
      </div>
    </Row>
  );
}

type RowProps = {
  tone: string;
  Icon: TablerIcon;
  words: ReactNode;
  /** Dimmed behind the words. */
  detail?: ReactNode;
  who?: ReactNode;
  at?: string;
  children?: ReactNode;
};

function Row({ tone, Icon, words, detail, who, at, children }: RowProps) {
  return (
    <>
      <span className={css.mark} data-tone={tone} aria-hidden="true">
        <Icon size={14} />
      </span>
      <div className="grow">
        <div className={css.line}>
          <p className={css.words}>
            <span className="medium">{words}</span>
            {detail ? <span className="dimmed">{detail}</span> : null}
            {who ? <span className="dimmed">{who}</span> : null}
          </p>
          {at ? (
            <span className="dimmed">
              <DateTime iso={at} />
            </span>
          ) : null}
        </div>
        {children}
      </div>
    </>
  );
}

type NamedCampaign = { campaign_id: number; campaign_name: string | null; list_name?: string };

function CampaignWords({ words, campaign }: { words: string; campaign: NamedCampaign }) {
  const { campaign_id, campaign_name, list_name } = campaign;
  return (
    <>
      {words}{' '}
      <Link
        to={paths.campaign}
        params={{ id: campaign_id }}
        className="link"
        dir="auto"
        {...(list_name !== undefined && { title: list_name })}
      >
        {campaign_name}
      </Link>
    </>
  );
}

function from(profile_name: string | null): ReactNode {
  return profile_name ? (
    <>
      from <bdi>{profile_name}</bdi>
    </>
  ) : null;
}
