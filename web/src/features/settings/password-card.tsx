import { Button } from '@mantine/core';
import { passwordFault } from '@pigeonpost/contract/auth';
import { ApiError } from '@pigeonpost/contract/client';
import { type FormEvent, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { errorText } from '../../ui/error-text.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.ts';
import { changePassword } from './api.ts';
import css from './settings.module.css';

const EMPTY = { current_password: '', new_password: '' };

/** One's own password (spec 3, Forgotten password). */
export function PasswordCard({ username }: { username: string }) {
  const [values, setValues] = useState(EMPTY);
  const { faults, saving, clear, submit } = usePasswordChange(values, () => setValues(EMPTY));
  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: values[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((current) => ({ ...current, [name]: value }));
      clear();
    },
  });
  return (
    <Card title="Password">
      <form onSubmit={submit} className={css.form} noValidate>
        {/* Tells a password manager whose password this is. */}
        <input hidden readOnly autoComplete="username" value={username} />
        <PasswordField
          {...field('current_password')}
          label="Current password"
          autoComplete="current-password"
        />
        <PasswordField
          {...field('new_password')}
          label="New password"
          autoComplete="new-password"
          description={faults.new_password ? undefined : 'Signs out every other browser and every agent.'}
        />
        <Button type="submit" loading={saving} disabled={!values.current_password || !values.new_password}>
          Change Password
        </Button>
      </form>
    </Card>
  );
}

type Faults = { current_password?: string; new_password?: string };

function usePasswordChange(values: typeof EMPTY, onDone: () => void) {
  const [faults, setFaults] = useState<Faults>({});
  const [saving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const fault = passwordFault(values.new_password);
    if (fault) return setFaults({ new_password: fault });
    setSaving(true);
    try {
      await changePassword(values);
      toast.success('Password updated successfully');
      onDone();
    } catch (error) {
      const sentence = errorText(error, 'Failed to change password');
      if (error instanceof ApiError && error.body.fields) setFaults(error.body.fields);
      toast.error(sentence);
    }
    setSaving(false);
  };
  return { faults, saving, clear: () => setFaults({}), submit };
}
