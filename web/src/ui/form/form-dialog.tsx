import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { DialogFrame, type DialogSize } from '../feedback/dialog-frame.tsx';
import { failureLine } from '../feedback/failure.ts';
import { toast } from '../feedback/toast.ts';
import { fieldErrors } from './field-errors.ts';
import { Form } from './form.tsx';
import css from './form-dialog.module.css';
import { useLeaveBlock } from './leave-question.ts';
import { useKeptForm } from './use-kept-form.ts';
import { useSavedElsewhere } from './use-saved-elsewhere.ts';

type FormDialogProps<Values extends Record<string, unknown>> = {
  title: string;
  sentence?: ReactNode;
  /** Fields; give the first one `data-autofocus`. */
  children: ReactNode;
  submitLabel: string;
  /** Whether it cannot be submitted now; the button is off without a text. */
  submitOff?: boolean;
  /** It cannot be undone: the button is red. */
  danger?: boolean;
  /**
   * Validates and saves. False keeps the dialog open (a field has the error); a rejection shows the server's sentence;
   * any other result closes it.
   */
  onSubmit: () => Promise<unknown>;
  /** Shown unless the server refused with its own sentence: 'Failed to save template'. */
  failure: string;
  /** Its fields, which show what the server says of them. */
  form?: UseFormReturnType<Values>;
  /** Fields that the call names otherwise. */
  fieldOf?: Record<string, string>;
  /** The name under which what is typed is kept when the session ends, unique to the form. */
  draft?: string;
  /** Fields that no draft keeps: passwords. */
  except?: (keyof Values)[];
  /** The values that are saved now, also by another window. */
  saved?: Values;
  /** Removes the dialog; it is mounted only while open. */
  onClose: () => void;
  /** What is to be known before the button is pressed, beside it. */
  note?: ReactNode;
  /** There is nothing left to type: Cancel disappears, and closing does not ask. */
  done?: boolean;
  /** 840, 560, or 440. */
  size?: DialogSize;
  /** Another dialog is over it. */
  isBehind?: boolean;
  /** Whether it opens with text of its own from before a log-in, so that leaving asks. */
  isRestored?: boolean;
  /** Whether it has input outside of its fields, such as a dropped file, so that leaving asks as well. */
  isFilled?: boolean;
};

/**
 * The shell of every dialog with fields: asks before typed input is lost, keeps its draft, shows what another window saves
 * meanwhile, and what the server refuses. Import it only from lazily loaded dialogs, because it includes the modal.
 */
export function FormDialog<Values extends Record<string, unknown>>(props: FormDialogProps<Values>) {
  const { title, sentence, children, size = 'narrow', isBehind } = props;
  const form = useDialogForm(props);
  const isAtStake = form.busy || (form.typed && !props.done);
  const leave = () => (isAtStake && !form.asking ? form.ask() : form.discard());
  return (
    <DialogFrame title={title} size={size} isBehind={isBehind} onClose={leave}>
      <Form onSubmit={form.submit} onInput={form.markTyped}>
        {sentence ? <p className={`${css.sentence} dimmed`}>{sentence}</p> : null}
        <div className={`${css.fields} stack`}>{children}</div>
        {form.error ? (
          <p className={css.error} role="alert">
            {form.error}
          </p>
        ) : null}
        {form.asking ? (
          <LeaveQuestion isWaiting={form.busy} onKeep={form.keep} onDiscard={form.discard} />
        ) : (
          <Footer {...props} busy={form.busy} isBack={form.isBack} onCancel={leave} />
        )}
      </Form>
    </DialogFrame>
  );
}

function useDialogForm<Values extends Record<string, unknown>>(props: FormDialogProps<Values>) {
  const { form, draft, except, saved, fieldOf = {}, onSubmit, onClose, failure, done } = props;
  const { isRestored = false, isFilled = false } = props;
  const isKept = useKeptForm(draft, form, { except });
  useSavedElsewhere(form, saved);
  const [busy, setBusy] = useState(false);
  const [changed, setChanged] = useState(isRestored || isKept);
  const typed = changed || isFilled;
  const [asking, setAsking] = useState(false);
  const [isBack, setBack] = useState(false);
  const [error, setError] = useState<string>();
  const isClosed = useIsClosed();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      // If it was closed meanwhile, the open dialog is another one.
      if ((await onSubmit()) !== false) return isClosed.current ? undefined : onClose();
    } catch (thrown) {
      const errors = Object.entries(fieldErrors(thrown));
      form?.setErrors(Object.fromEntries(errors.map(([field, error]) => [fieldOf[field] ?? field, error])));
      // If the dialog was closed meanwhile, only a toast can report it.
      if (isClosed.current) toast.failure(thrown, failure);
      else setError(failureLine(thrown, failure));
    }
    setBusy(false);
    setAsking(false);
  };
  const markTyped = () => {
    setChanged(true);
    setError(undefined);
  };
  // A navigation by Back or a link waits for this answer.
  const leaving = useRef<(agreed: boolean) => void>(undefined);
  const ask = () => setAsking(true);
  useLeaveBlock(typed && !busy && !done, () => {
    ask();
    return new Promise((resolve) => {
      leaving.current = resolve;
    });
  });
  const keep = () => {
    setAsking(false);
    setBack(true);
    leaving.current?.(false);
    leaving.current = undefined;
  };
  const discard = () => {
    onClose();
    leaving.current?.(true);
  };
  return { busy, typed, asking, ask, isBack, keep, discard, error, submit, markTyped };
}

type FooterProps = Pick<
  FormDialogProps<Record<string, unknown>>,
  'submitLabel' | 'submitOff' | 'danger' | 'done' | 'note'
> & {
  busy: boolean;
  /** It replaces the question whether to leave, and so takes its focus. */
  isBack: boolean;
  onCancel: () => void;
};

function Footer(props: FooterProps) {
  const { submitLabel, submitOff = false, danger, done, note, busy, isBack, onCancel } = props;
  return (
    <div className={css.footer}>
      {note ? <div className={css.beside}>{note}</div> : null}
      {done ? null : (
        <Button variant="default" onClick={onCancel} autoFocus={isBack}>
          Cancel
        </Button>
      )}
      {/* Never disabled while it works, which would lose its focus. */}
      <Button
        type="submit"
        className={danger && !submitOff ? css.danger : undefined}
        mod={{ loading: busy }}
        aria-busy={busy}
        disabled={submitOff && !busy}
      >
        {submitLabel}
      </Button>
    </div>
  );
}

type LeaveQuestionProps = {
  /** The sent change has no answer yet: it continues, and a toast reports the result. */
  isWaiting: boolean;
  onKeep: () => void;
  onDiscard: () => void;
};

function LeaveQuestion({ isWaiting, onKeep, onDiscard }: LeaveQuestionProps) {
  const question = isWaiting ? 'No answer yet. Close without waiting?' : 'Discard what you typed?';
  return (
    <div className={css.footer} role="alertdialog" aria-label={question}>
      <p className={css.question}>{question}</p>
      <Button variant="default" onClick={onKeep} autoFocus>
        {isWaiting ? 'Keep waiting' : 'Keep editing'}
      </Button>
      <Button className={isWaiting ? undefined : css.danger} onClick={onDiscard}>
        {isWaiting ? 'Close' : 'Discard'}
      </Button>
    </div>
  );
}

/** True once the dialog has been closed, for later answers. */
export function useIsClosed(): RefObject<boolean> {
  const isClosed = useRef(false);
  useEffect(() => {
    // Strict mode runs the cleanup once before the dialog is in use.
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  return isClosed;
}
