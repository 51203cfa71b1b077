import { Button } from '@mantine/core';
import type { PersonCampaign, PersonNote } from '@pigeonpost/contract/calls/people';
import type { Reply } from '@pigeonpost/contract/calls/replies';
import { IconMessageReply, IconNote, IconPlus, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../../paths.ts';
import { confirm } from '../../../ui/feedback/confirm.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { ReasonIcon } from '../../../ui/form/reason-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { DateTime } from '../../../ui/layout/time.tsx';
import { DELIVERY_LOOKS } from '../../campaigns/parts/delivery-state.tsx';
import { DecideReply } from '../../replies/parts/decide-reply.tsx';
import { replyWords } from '../../replies/parts/reply-words.ts';
import { type Person, useDeleteNote } from '../api.ts';
import { formatLine } from '../format-line.ts';
import css from './happened.module.css';

const NoteForm = lazyPart(() => import('./note-form.tsx').then((m) => m.NoteForm));

type HappenedProps = {
  person: Person;
  campaigns: PersonCampaign[];
  /** Notes and replies stand on the first page of the campaigns. */
  isFirstPage: boolean;
  isWriting: boolean;
  onWrite: () => void;
  onWritten: () => void;
  /** Pagination of the campaigns. */
  foot: ReactNode;
};

const NOTHING = { notes: [], replies: [] };

/** What happened to a person, those in line first, then the newest: messages, skips, replies, notes. */
export function Happened(props: HappenedProps) {
  const { person, campaigns, isFirstPage, isWriting, onWrite, onWritten, foot } = props;
  const { notes, replies } = isFirstPage ? person : NOTHING;
  const events = [
    ...campaigns.map((one) => ({ at: one.at ?? '', key: `${one.campaign_id} ${one.list_name}`, one })),
    ...replies.map((reply) => ({ at: reply.at, key: `reply ${reply.id}`, reply })),
    ...notes.map((note) => ({ at: note.created_at, key: `note ${note.id}`, note })),
  ].sort((a, b) => Number(b.at === '') - Number(a.at === '') || b.at.localeCompare(a.at));
  return (
    <Card
      flush
      title="What happened"
      aside={
        isWriting ? null : (
          <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={onWrite}>
            Note
          </Button>
        )
      }
    >
      {isWriting ? <NoteForm name={person.name} onClose={onWritten} /> : null}
      {events.length === 0 && !isWriting ? <p className={`${css.none} dimmed`}>Nothing yet.</p> : null}
      <ol className={css.events} aria-label="What happened" tabIndex={-1} data-focus-home>
        {events.map((event) => (
          <li key={event.key} className={css.event} data-row>
            {'note' in event ? (
              <NoteEvent name={person.name} note={event.note} />
            ) : 'reply' in event ? (
              <ReplyEvent reply={event.reply} />
            ) : (
              <CampaignEvent campaign={event.one} />
            )}
          </li>
        ))}
      </ol>
      {foot}
    </Card>
  );
}

const WORDS = {
  pending: 'In line of',
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

function CampaignEvent({ campaign }: { campaign: PersonCampaign }) {
  const { state, campaign_id, campaign_name, profile_name, list_name, reason, message, before, at } =
    campaign;
  const { tone, Icon } = DELIVERY_LOOKS[state];
  const more = state === 'pending' ? formatLine(before) : state === 'sent' ? null : reason;
  return (
    <>
      <span className={css.mark} data-tone={tone} aria-hidden="true">
        <Icon size={14} />
      </span>
      <div className="grow">
        <div className={css.line}>
          <p className={css.words}>
            <span className="medium">
              {WORDS[state]}{' '}
              <Link
                to={paths.campaign}
                params={{ id: campaign_id }}
                className="link"
                dir="auto"
                title={list_name}
              >
                {campaign_name}
              </Link>
            </span>
            {more ? <span className="dimmed">{more}</span> : null}
            {profile_name ? (
              <span className="dimmed">
                from <bdi>{profile_name}</bdi>
              </span>
            ) : null}
          </p>
          {at ? (
            <span className="dimmed">
              <DateTime iso={at} />
            </span>
          ) : null}
        </div>
        {message ? (
          <p className={css.bubble} dir="auto">
            {message}
          </p>
        ) : null}
      </div>
    </>
  );
}

function ReplyEvent({ reply }: { reply: Reply }) {
  const { text, at, campaign_id, campaign_name, profile_name } = reply;
  return (
    <>
      <span className={css.mark} data-tone="completed" aria-hidden="true">
        <IconMessageReply size={14} />
      </span>
      <div className="grow">
        <div className={css.line}>
          <p className={css.words}>
            <span className="medium">
              Replied
              {campaign_id === null ? null : (
                <>
                  {' to '}
                  <Link to={paths.campaign} params={{ id: campaign_id }} className="link" dir="auto">
                    {campaign_name}
                  </Link>
                </>
              )}
            </span>
            {profile_name ? (
              <span className="dimmed">
                at <bdi>{profile_name}</bdi>
              </span>
            ) : null}
          </p>
          <span className="dimmed">
            <DateTime iso={at} />
          </span>
        </div>
        {text ? (
          <p className={css.bubble} data-theirs dir="auto">
            {text}
          </p>
        ) : (
          <p className={`${css.note} dimmed`}>{replyWords(text)}</p>
        )}
        {reply.stop === 'perhaps' ? <DecideReply reply={reply} /> : null}
      </div>
    </>
  );
}

function NoteEvent({ name, note }: { name: string; note: PersonNote }) {
  const { mutate } = useDeleteNote(name);
  const remove = async () => {
    const agreed = await confirm({
      title: 'Delete this note?',
      body: 'It cannot be brought back.',
      confirmLabel: 'Delete note',
    });
    if (agreed) mutate(note.id);
  };
  return (
    <>
      <span className={css.mark} data-tone="pending" aria-hidden="true">
        <IconNote size={14} />
      </span>
      <div className="grow">
        <div className={css.line}>
          <p className={css.words}>
            <span className="medium">Note</span>
            <span className="dimmed">
              by <bdi>{note.author_name}</bdi>
            </span>
          </p>
          <span className="dimmed">
            <DateTime iso={note.created_at} />
          </span>
        </div>
        <div className={css.line}>
          <p className={css.note} dir="auto">
            {note.text}
          </p>
          <ReasonIcon label={`Delete the note ${note.text.slice(0, 40)}`} onClick={remove}>
            <IconX size={16} />
          </ReasonIcon>
        </div>
      </div>
    </>
  );
}
