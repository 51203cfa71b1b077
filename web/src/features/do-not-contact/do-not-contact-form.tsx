import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { normalizeRecipient } from '@pigeonpost/contract/recipients';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useKeptForm } from '../../ui/form/use-kept-form.ts';
import { nameError } from '../recipients/parts/name-error.ts';
import { useAddDoNotContact } from './api.ts';
import css from './do-not-contact.module.css';

/** Adds one name; what is wrong with it is shown under the field. */
export function DoNotContactForm({ onAdded }: { onAdded: () => void }) {
  const { mutateAsync } = useAddDoNotContact();
  const form = useForm({ initialValues: { recipient: '' }, validate: { recipient: nameError } });
  useKeptForm('do not contact', form);
  const add = form.onSubmit(async (values) => {
    const name = normalizeRecipient(values.recipient);
    try {
      await mutateAsync(name);
      toast.success(`@${name} is on your do-not-contact list.`);
      form.reset();
      onAdded();
    } catch (error) {
      form.setFieldError('recipient', errorText(error, 'Failed to add the name'));
    }
  });
  return (
    <form className={css.form} onSubmit={add} noValidate>
      <TextInput
        className={css.field ?? ''}
        label="Username"
        data-autofocus
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('recipient')}
      />
      <Button type="submit" variant="default" loading={form.submitting}>
        Add
      </Button>
    </form>
  );
}
