import { Button, TextInput } from '@mantine/core';
import { normalizeRecipient, recipientFault } from '@pigeonpost/contract/recipients';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../ui/error-text.ts';
import { toast } from '../../ui/toast.ts';
import { addDoNotContact } from './api.ts';
import css from './do-not-contact.module.css';

/** Adds one name; what is wrong with it stands under the field. */
export function DoNotContactForm({ onAdded }: { onAdded: () => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const name = normalizeRecipient(text);
    const fault = recipientFault(name);
    if (fault) return setError(name ? `“${name}” ${fault}` : 'Username is required');
    setBusy(true);
    try {
      await addDoNotContact(name);
      toast.success(`@${name} is on your do-not-contact list.`);
      setText('');
      onAdded();
    } catch (thrown) {
      setError(errorText(thrown, 'Failed to add the name'));
    }
    setBusy(false);
  };
  return (
    <form className={css.form} onSubmit={add} noValidate>
      <TextInput
        className={css.field ?? ''}
        label="Username"
        data-autofocus
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="default" loading={busy}>
        Add
      </Button>
    </form>
  );
}
