import { ActionIcon, Button, TextInput } from '@mantine/core';
import {
  QUIET_SPANS_MAX,
  type QuietSpan,
  quietDatesError,
  TOO_MANY_QUIET_SPANS,
} from '@pigeonpost/contract/sending-hours';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import css from './hours-card.module.css';

type QuietDatesFieldProps = { spans: QuietSpan[]; onChange: (spans: QuietSpan[]) => void };

/** Days on which nothing is sent: chips, and two fields for more of them. */
export function QuietDatesField({ spans, onChange }: QuietDatesFieldProps) {
  const [draft, setDraft] = useKeptState<QuietSpan | undefined>('quiet dates', undefined);
  const button = useRef<HTMLDivElement>(null);
  const close = () => {
    setDraft(undefined);
    requestAnimationFrame(() => button.current?.querySelector('button')?.focus());
  };
  const add = (span: QuietSpan) => {
    onChange([...spans, span].sort((a, b) => (a.from < b.from ? -1 : 1)));
    close();
  };
  return (
    <fieldset className={css.quiet}>
      <legend>Quiet dates</legend>
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
                leftSection={<IconPlus size={14} />}
                reason={spans.length < QUIET_SPANS_MAX ? undefined : TOO_MANY_QUIET_SPANS}
                onClick={() => setDraft({ from: '', to: '' })}
              >
                Add dates
              </ReasonButton>
            </div>
          </li>
        )}
      </ul>
      {draft ? <NewSpan draft={draft} onDraft={setDraft} onAdd={add} onCancel={close} /> : null}
    </fieldset>
  );
}

type NewSpanProps = {
  draft: QuietSpan;
  onDraft: (draft: QuietSpan) => void;
  onAdd: (span: QuietSpan) => void;
  onCancel: () => void;
};

function NewSpan({ draft, onDraft, onAdd, onCancel }: NewSpanProps) {
  const [isTried, setTried] = useState(false);
  // One day alone is a span of one day.
  const span = { from: draft.from, to: draft.to || draft.from };
  const error = draft.from === '' ? 'Choose the first day' : quietDatesError([span]);
  const add = () => (error === undefined ? onAdd(span) : setTried(true));
  const field = (edge: keyof QuietSpan, label: string) => (
    <TextInput
      type="date"
      label={label}
      value={draft[edge]}
      max="9999-12-31"
      data-autofocus={edge === 'from' || undefined}
      ref={(input) => {
        if (edge === 'from' && input && draft.from === '' && !isTried) input.focus();
      }}
      error={edge === 'from' && isTried ? error : undefined}
      onChange={({ currentTarget }) => onDraft({ ...draft, [edge]: currentTarget.value })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // Not the whole card: the dates are only added to it.
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
      <Button variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** '24-12-2026 to 01-01-2027', '17-05-2027'. */
function formatSpan({ from, to }: QuietSpan): string {
  const turned = (day: string) => day.split('-').reverse().join('-');
  return from === to ? turned(from) : `${turned(from)} to ${turned(to)}`;
}
