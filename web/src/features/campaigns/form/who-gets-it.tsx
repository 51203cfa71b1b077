import { Button } from '@mantine/core';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import { countWords } from '@pigeonpost/contract/forecast/plan-words';
import { reasonOfMany } from '@pigeonpost/contract/reasons';
import { unknownBlankText } from '@pigeonpost/contract/text/message-text';
import {
  IconAlertTriangle,
  IconBan,
  IconClock,
  IconDownload,
  IconMessageOff,
  IconMessageQuestion,
  IconMessageReply,
  IconTextSize,
  IconUserMinus,
  IconUserQuestion,
  IconUsersMinus,
  IconVariable,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatCount } from '../../../format/format-number.ts';
import { PersonLink } from '../../../names/person-link.tsx';
import type { FetchState } from '../../../ui/feedback/error-state.tsx';
import { failureLine } from '../../../ui/feedback/failure.ts';
import { saveFile } from '../../../ui/form/save-file.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { planFile } from './plan-file.ts';
import css from './who-gets-it.module.css';
import { type WritableText, WriteWord } from './write-word.tsx';

type LeftOut = Plan['will_not'][number];

type WhoGetsItProps = {
  query: FetchState & { data: Plan | undefined };
  /** The text that is counted, where a word can be written into it. */
  text: WritableText | undefined;
};

/** Who will get the campaign, and who not and why, before it starts (docs/behaviour.md#plan). */
export function WhoGetsIt({ query, text }: WhoGetsItProps) {
  const { data: plan, error, isPlaceholderData, refetch } = query;
  const leftOut = plan?.will_not.filter(({ count }) => count > 0) ?? [];
  return (
    <Card title="Who gets it" aside={leftOut.length > 0 ? <DownloadNames leftOut={leftOut} /> : undefined}>
      {plan ? (
        <div aria-busy={isPlaceholderData === true}>
          <Figure plan={plan} leftOut={leftOut} />
          {plan.unknown.map((blank) => (
            <p key={blank.blank} className={css.unknown}>
              <IconAlertTriangle size={16} aria-hidden="true" />
              <span>{unknownBlankText(blank)}</span>
            </p>
          ))}
          {leftOut.length > 0 ? <Reasons leftOut={leftOut} text={text} /> : null}
        </div>
      ) : error ? (
        <p className="dimmed" role="alert">
          {failureLine(error, 'Failed to count who gets it.')}{' '}
          <button type="button" className={`${css.write} text-button`} onClick={() => refetch()}>
            Retry
          </button>
        </p>
      ) : (
        <p className="dimmed" aria-busy="true">
          Counting…
        </p>
      )}
    </Card>
  );
}

function Figure({ plan, leftOut }: { plan: Plan; leftOut: LeftOut[] }) {
  const pending = leftOut.reduce((sum, { count }) => sum + count, plan.will);
  return (
    <p className={css.figure} role="status">
      <b>{countWords(plan.will, plan.is_counted_to_end)}</b>{' '}
      <span className="dimmed">
        {plan.is_counted_to_end
          ? `of ${formatCount(pending)} pending ${pending === 1 ? 'person' : 'people'}`
          : `of ${formatCount(plan.in_list)} in the list`}
      </span>
    </p>
  );
}

const ICONS = {
  do_not_contact: IconBan,
  messaged: IconClock,
  replied: IconMessageReply,
  undecided_stop: IconMessageQuestion,
  budget: IconMessageOff,
  left_out: IconUsersMinus,
  no_source: IconUserQuestion,
  taken_out: IconUserMinus,
  unfilled: IconVariable,
  too_long: IconTextSize,
};

type ReasonsProps = { leftOut: LeftOut[]; text: WritableText | undefined };

/** Each reason with its number; a press shows its names. */
export function Reasons({ leftOut, text }: ReasonsProps) {
  return (
    <ul className={css.reasons}>
      {leftOut.map((reason) => (
        <Reason key={`${reason.reason} ${reason.field}`} leftOut={reason} text={text} />
      ))}
    </ul>
  );
}

function Reason({ leftOut, text }: { leftOut: LeftOut } & Pick<ReasonsProps, 'text'>) {
  const [isOpen, setOpen] = useState(false);
  const names = useId();
  const { reason, count, is_exact, people, field } = leftOut;
  const Icon = ICONS[reason];
  const more = count - people.length;
  return (
    <li data-reason={reason}>
      <button
        type="button"
        className={`${css.reason} text-button`}
        aria-expanded={isOpen}
        aria-controls={names}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon size={16} aria-hidden="true" />
        <span className="grow" dir="auto">
          {reasonOfMany(leftOut)}
        </span>
        <span className={css.count}>{countWords(count, is_exact)}</span>
      </button>
      {reason === 'unfilled' && field !== null && text ? <WriteWord field={field} text={text} /> : null}
      <div id={names} className={css.names} hidden={!isOpen}>
        {people.map((name) => (
          <PersonLink key={name} name={name} />
        ))}
        {more > 0 ? <span className="dimmed">and {formatCount(more)} more</span> : null}
      </div>
    </li>
  );
}

function DownloadNames({ leftOut }: { leftOut: LeftOut[] }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconDownload size={16} />}
      aria-label="Download the names of those who do not get it"
      onClick={() => saveFile(planFile(leftOut), 'left out.csv')}
    >
      Names
    </Button>
  );
}
