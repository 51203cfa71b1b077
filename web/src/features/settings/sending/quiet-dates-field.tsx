import { ActionIcon, Button } from '@mantine/core';
import {
  QUIET_SPANS_MAX,
  type QuietSpan,
  quietDatesError,
  TOO_MANY_QUIET_SPANS,
} from '@pigeonpost/contract/sending-hours';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { DayField } from '../../../ui/form/dates/moment-fields.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import css from './sending.module.css';

type QuietDatesFieldProps = {
  spans: QuietSpan[];
  onChange: (spans: QuietSpan[]) => void;
  /** The dates that are typed and not added yet; undefined while there are no fields for them. */
  draft: QuietSpan | undefined;
  onDraft: (draft: QuietSpan | undefined) => void;
};

/** Days on which nothing is sent: chips, and two fields for more of them. */
export function QuietDatesField({ spans, onChange, draft, onDraft }: QuietDatesFieldProps) {
  const button = useRef<HTMLDivElement>(null);
  const close = () => {
    onDraft(undefined);
    requestAnimationFrame(() => button.current?.querySelector('button')?.focus());
  };
  const add = (span: QuietSpan) => {
    onChange([...spans, span].sort((a, b) => (a.from < b.from ? -1 : 1)));
    close();
  };
  return (
    <fieldset className={css.quiet}>
      <legend className="visually-hidden">Quiet dates</legend>
      <ul className={css.chips}>
        {spans.map((span) => (
          <li key={`${span.from} ${span.to}`} className={css.chip}>
            {formatSpan(span)}
            <ActionIcon
              variant="subtle"
              size={28}
              aria-label={`Remove ${formatSpan(span)}`}
              onClick={() => onChange(spans.filter((other) => other !== span))}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
        {draft ? null : (
          <li>
            <div ref={button}>
              <ReasonButton
                variant="subtle"
                size="sm"
                className={css.add}
                data-autofocus
                leftSection={<IconPlus size={14} />}
                reason={spans.length < QUIET_SPANS_MAX ? undefined : TOO_MANY_QUIET_SPANS}
                onClick={() => onDraft({ from: '', to: '' })}
              >
                Add dates
              </ReasonButton>
            </div>
          </li>
        )}
      </ul>
      {draft ? (
        <NewSpan
          draft={draft}
          onDraft={onDraft}
          onAdd={add}
          onCancel={spans.length > 0 ? close : undefined}
        />
      ) : null}
    </fieldset>
  );
}

type NewSpanProps = {
  draft: QuietSpan;
  onDraft: (draft: QuietSpan) => void;
  onAdd: (span: QuietSpan) => void;
  /** Left out for the first dates, without which the line is closed. */
  onCancel: (() => void) | undefined;
};

function NewSpan({ draft, onDraft, onAdd, onCancel }: NewSpanProps) {
  const [isTried, setTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  // Once: later the focus is where its user has put it.
  useLayoutEffect(() => first.current?.focus(), []);
  // One day alone is a span of one day.
  const span = { from: draft.from, to: draft.to || draft.from };
  const error = draft.from === '' ? 'Choose the first day' : quietDatesError([span]);
  const add = () => (error === undefined ? onAdd(span) : setTried(true));
  const field = (edge: keyof QuietSpan, label: string) => (
    <DayField
      label={label}
      value={draft[edge]}
      data-autofocus={edge === 'from' || undefined}
      ref={edge === 'from' ? first : undefined}
      error={edge === 'from' && isTried ? error : undefined}
      onChange={(day) => onDraft({ ...draft, [edge]: day })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // Not the whole form: the dates are only added to it.
        event.preventDefault();
        add();
      }}
    />
  );
  return (
    <div className={css.newSpan}>
      {field('from', 'First day')}
      {field('to', 'Last day (optional)')}
      <Button variant="default" onClick={add}>
        Add
      </Button>
      {onCancel ? (
        <Button variant="subtle" aria-label="Cancel these dates" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
    </div>
  );
}

/** '24-12-2026 to 01-01-2027', '17-05-2027'. */
export function formatSpan({ from, to }: QuietSpan): string {
  const turned = (day: string) => day.split('-').reverse().join('-');
  return from === to ? turned(from) : `${turned(from)} to ${turned(to)}`;
}
