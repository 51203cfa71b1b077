import './dialog-styles.ts';
import { Button, Modal } from '@mantine/core';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { type FocusEvent, useState } from 'react';
import css from '../form/form-dialog.module.css';
import type { Confirmation, Question } from './confirm.ts';
import { useReturnFocus } from './return-focus.ts';
import { useScrollLock } from './scroll-lock.ts';

const NOTHING = queryOptions<unknown>({ queryKey: ['nothing'], queryFn: skipToken });

/** One question: the consequences, Cancel (which has the focus), and the verb. */
export function ConfirmDialog({
  follows,
  answer,
  ...asked
}: Question & { answer: (agreed: Confirmation) => void }) {
  const { data } = useQuery(follows?.query ?? NOTHING);
  const question: Question = { ...asked, ...(data !== undefined && follows?.questionOf(data)) };
  const { title, body, confirmLabel, cancelLabel = 'Cancel', otherLabel, choices, harmless } = question;
  const [chosen, setChosen] = useState(0);
  useReturnFocus();
  useScrollLock();
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={title}
      size={440}
      centered
      returnFocus={false}
      withCloseButton={false}
      transitionProps={{ duration: 120, transition: 'fade' }}
      attributes={{ header: { role: 'presentation' } }}
      classNames={{
        content: css.content ?? '',
        header: css.header ?? '',
        title: css.title ?? '',
        body: css.body ?? '',
      }}
    >
      <div className={`${css.sentence} dimmed`}>{body}</div>
      {choices ? <ConfirmChoices label={title} choices={choices} chosen={chosen} choose={setChosen} /> : null}
      <div className={css.footer}>
        <Button variant="default" data-autofocus onFocus={scrollIntoSight} onClick={() => answer(false)}>
          {cancelLabel}
        </Button>
        <Button
          className={harmless ? undefined : css.danger}
          variant={otherLabel ? 'default' : 'filled'}
          onClick={() => answer(chosen === 0 || 'other')}
        >
          {confirmLabel}
        </Button>
        {otherLabel ? (
          <Button className={css.other} onClick={() => answer('other')}>
            {otherLabel}
          </Button>
        ) : null}
      </div>
    </Modal>
  );
}

/** Opening a dialog focuses without scrolling, and a long question on a low screen ends below it. */
function scrollIntoSight({ currentTarget }: FocusEvent): void {
  currentTarget.scrollIntoView({ block: 'nearest' });
}

type ConfirmChoicesProps = {
  label: string;
  choices: NonNullable<Question['choices']>;
  /** The index of the chosen one. */
  chosen: number;
  choose: (place: number) => void;
};

/** The ways in which a question may be confirmed, one of them chosen. */
function ConfirmChoices({ label, choices, chosen, choose }: ConfirmChoicesProps) {
  return (
    <fieldset className={css.choices} aria-label={label}>
      {choices.map((choice, place) => (
        <label key={choice.label} className={css.choice}>
          <input
            type="radio"
            name="choice"
            className={css.dot}
            checked={chosen === place}
            onChange={() => choose(place)}
          />
          <span>
            {choice.label}
            <span className={`${css.note} dimmed`}>{choice.note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
