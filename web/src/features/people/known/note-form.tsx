import { Button, Textarea } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { NOTE_MAX } from '@pigeonpost/contract/limits';
import { failureLine } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { Form } from '../../../ui/form/form.tsx';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { usePageForm } from '../../../ui/form/use-page-form.ts';
import { useWriteNote } from '../api.ts';
import css from './happened.module.css';

/** Writes a note about a person. */
export function NoteForm({ name, onClose }: { name: string; onClose: () => void }) {
  const { mutateAsync } = useWriteNote(name);
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: isNotEmpty('Write the note first') },
  });
  const save = usePageForm({
    form,
    draft: `note of ${name}`,
    question: { title: 'Discard this note?', body: 'It is not saved yet.' },
    onSave: async ({ text }) => {
      await mutateAsync(text);
      toast.success('Note saved.');
    },
    onSaved: onClose,
    errorsOf: (error) => ({ text: failureLine(error, 'Failed to save the note') }),
  });
  return (
    <Form onSubmit={save} className={css.form}>
      <Textarea
        label="Note"
        description="For you: it is never in a message."
        rows={3}
        autoFocus
        {...limitedField(form, 'text', NOTE_MAX)}
      />
      <div className={css.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ReasonButton type="submit" loading={form.submitting}>
          Save
        </ReasonButton>
      </div>
    </Form>
  );
}
