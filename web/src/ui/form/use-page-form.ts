import type { UseFormReturnType } from '@mantine/form';
import type { FormEvent } from 'react';
import { fieldErrors } from './field-errors.ts';
import { type LeaveQuestion, useLeaveQuestion } from './leave-question.ts';
import { useKeptForm } from './use-kept-form.ts';
import { useSavedElsewhere } from './use-saved-elsewhere.ts';

type Leaving = Parameters<typeof useLeaveQuestion>[2];

type PageFormOptions<Values extends Record<string, unknown>> = {
  form: UseFormReturnType<Values>;
  /** The name under which what is typed is kept when the session ends, unique to the form. */
  draft: string;
  /** Fields that no draft keeps: passwords. */
  except?: (keyof Values)[];
  /** The values that are saved now, also by another window. */
  saved?: Values;
  /** Asked before a change is lost; without one it is lost in silence. */
  question?: LeaveQuestion;
  /** Whether a change of the address loses it: one of the screen does. */
  isLost?: Leaving;
  /** Saves the valid values; false if nothing had to be saved. */
  onSave: (values: Values) => Promise<unknown>;
  /** After a save, of a form that goes; one that stays begins anew with what was saved. */
  onSaved?: () => void;
  /** What a refusal says, by the names of the fields; the fields that the server names by default. */
  errorsOf?: (error: unknown) => Record<string, string>;
};

/**
 * The shell of a form in a page, as FormDialog is of one in a dialog: keeps its draft, shows what another window saves
 * meanwhile, asks before it is left, and shows a refused save at its fields. Gives what the form does on submit.
 */
export function usePageForm<Values extends Record<string, unknown>>(
  options: PageFormOptions<Values>,
): (event?: FormEvent<HTMLFormElement>) => void {
  const { form, draft, except, saved, question, isLost, onSave, onSaved, errorsOf = fieldErrors } = options;
  useKeptForm(draft, form, { except });
  useSavedElsewhere(form, saved);
  const leaveFreely = useLeaveQuestion(question !== undefined && form.isDirty(), question ?? UNASKED, isLost);
  return form.onSubmit(async (values) => {
    try {
      if ((await onSave(values)) === false) return;
    } catch (error) {
      return form.setErrors(errorsOf(error));
    }
    if (!onSaved) return form.resetDirty(values);
    leaveFreely();
    onSaved();
  });
}

const UNASKED: LeaveQuestion = { title: '', body: '' };
