import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Field } from '@pigeonpost/contract/calls/fields';
import { FIELD_VALUE_MAX } from '@pigeonpost/contract/people/person-fields';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { failureLine } from '../../../ui/feedback/failure.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { changedValues, isChange } from '../../../ui/form/changed-values.ts';
import { fieldErrors } from '../../../ui/form/field-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { usePageForm } from '../../../ui/form/use-page-form.ts';
import { fieldsQuery } from '../../fields/api.ts';
import { type Person, useChangeFields } from '../api.ts';
import css from './known.module.css';

const FieldDialog = lazyPart(() => import('../../fields/parts/field-dialog.tsx').then((m) => m.FieldDialog));

type FieldsFormProps = { person: Person; onClose: () => void };

/** All fields of the user with what a person has in them, saved with one press. */
export function FieldsForm({ person, onClose }: FieldsFormProps) {
  const query = useQuery(fieldsQuery);
  if (query.data) return <FieldInputs fields={query.data} person={person} onClose={onClose} />;
  if (!query.error) return null;
  return <ErrorState title="Failed to fetch your fields" error={query.error} onRetry={query.refetch} />;
}

function FieldInputs({ fields, person, onClose }: FieldsFormProps & { fields: Field[] }) {
  const { form, save, error } = useFieldsForm(fields, person, onClose);
  const [isMaking, setMaking] = useKeptState(`new field of ${person.recipient}`, false);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  return (
    <Form onSubmit={save}>
      <div ref={element} className={css.inputs}>
        {fields.map(({ id, label }) => {
          const field = limitedField(form, String(id), FIELD_VALUE_MAX);
          return (
            <TextInput key={id} label={label} {...field} value={form.values[id] ?? ''} autoComplete="off" />
          );
        })}
        {fields.length === 0 ? (
          <p className="dimmed">You have no field yet. They also come with a spreadsheet’s columns.</p>
        ) : null}
        <Button
          variant="subtle"
          size="compact-sm"
          className={css.newField}
          leftSection={<IconPlus size={14} />}
          onClick={() => setMaking(true)}
        >
          New field
        </Button>
      </div>
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
      <div className={css.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {fields.length > 0 ? (
          <ReasonButton type="submit" loading={form.submitting}>
            Save
          </ReasonButton>
        ) : null}
      </div>
      {isMaking ? <FieldDialog draft={{ name: '', label: '' }} onClose={() => setMaking(false)} /> : null}
    </Form>
  );
}

type Values = Record<string, string>;

function useFieldsForm(fields: Field[], { recipient, fields: known }: Person, onClose: () => void) {
  const [error, setError] = useState<string>();
  const { mutateAsync } = useChangeFields(recipient);
  const saved: Values = {
    ...Object.fromEntries(fields.map(({ id }) => [id, ''])),
    ...Object.fromEntries(known.map(({ id, value }) => [id, value])),
  };
  const form = useForm<Values>({ initialValues: saved, onValuesChange: () => setError(undefined) });
  const save = usePageForm({
    form,
    draft: `fields of ${recipient}`,
    saved,
    question: { title: 'Discard the changed fields?', body: 'They are not saved yet.' },
    onSave: async () => {
      const change = Object.entries(changedValues(form)).map(([id, value]) => [id, emptyAsNull(value ?? '')]);
      if (change.length === 0) return;
      await mutateAsync(Object.fromEntries(change));
      toast.success('Fields saved.');
    },
    onSaved: onClose,
    errorsOf: (thrown) => {
      const atFields = errorsByField(thrown);
      if (!isChange(atFields)) setError(failureLine(thrown, 'Failed to save the fields'));
      return atFields;
    },
  });
  return { form, save, error };
}

/** A field that became empty is null. */
const emptyAsNull = (value: string) => (value.trim() === '' ? null : value);

/** The server's errors by the id of the field; it calls them 'fields.12'. */
function errorsByField(error: unknown): Record<string, string> {
  const named = Object.entries(fieldErrors(error)).filter(([path]) => path.startsWith('fields.'));
  return Object.fromEntries(named.map(([path, words]) => [path.slice('fields.'.length), words]));
}
