import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useSubscriptionActive } from '../../api/session.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { changedValues, isChange } from '../../ui/form/changed-values.ts';
import { fieldErrors } from '../../ui/form/field-errors.ts';
import { Form } from '../../ui/form/form.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { usePageForm } from '../../ui/form/use-page-form.ts';
import { namedLine, useOpenLine } from './opened-line.ts';
import { LINES, type LineId } from './parts/lines.ts';
import css from './setting-line.module.css';

type LineFormProps<Values extends Record<string, unknown>> = {
  line: LineId;
  form: UseFormReturnType<Values>;
  /** The values that are saved now, also by another window. */
  saved: Values;
  /**
   * Saves what was changed, so that another window's change stays, and answers the words of the toast; undefined if the
   * mutation has said it. A rejection keeps the line open, with the server's errors at their fields.
   */
  onSave: (changed: Partial<Values>, values: Values) => Promise<string | undefined>;
  /** What has to be done before it can be saved. */
  missing?: string | undefined;
  /** Whether it can be saved after the end of the subscription. */
  isFree?: boolean;
  /** Fields that no draft keeps: passwords. */
  except?: (keyof Values)[];
  children: ReactNode;
};

/** The fields of an opened line with Save and Cancel: its guard, its draft, and what another window saves meanwhile. */
export function LineForm<Values extends Record<string, unknown>>(props: LineFormProps<Values>) {
  const { line, form, saved, onSave, missing, isFree = false, except = [], children } = props;
  const openLine = useOpenLine();
  const isActive = useSubscriptionActive() || isFree;
  const save = usePageForm({
    form,
    draft: `settings ${line}`,
    except,
    saved,
    question: { title: 'Discard what you changed?', body: `“${LINES[line].title}” stays as it is saved.` },
    isLost: isOtherPlace,
    onSave: async (values) => {
      const changed = changedValues(form);
      if (!isActive || missing !== undefined || !isChange(changed)) return false;
      const said = await onSave(changed, values);
      if (said !== undefined) toast.success(said);
    },
    onSaved: () => openLine(undefined),
    errorsOf: (error) => byField(fieldErrors(error)),
  });
  return (
    <Form onSubmit={save} className={css.form}>
      {children}
      <div className={css.actions}>
        <ReasonButton
          type="submit"
          loading={form.submitting}
          reason={
            isActive
              ? (missing ?? (form.isDirty() ? undefined : 'Nothing is changed yet'))
              : 'Renew to save settings'
          }
        >
          Save
        </ReasonButton>
        <Button variant="default" onClick={() => openLine(undefined)}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

type Place = { pathname: string; search: object };

/** Another line closes this one. */
const isOtherPlace = (from: Place, to: Place) =>
  from.pathname !== to.pathname || namedLine(from.search) !== namedLine(to.search);

/** The server names the entry of a list that is wrong, which here is one field. */
function byField(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, words]) => [name.replace(/[.[].*/, ''), words]),
  );
}
