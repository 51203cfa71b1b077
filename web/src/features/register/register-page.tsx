import { TextInput } from '@mantine/core';
import { ApiError } from '@pigeonpost/contract/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { ownTimeZone } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { AirmailCard } from '../../ui/airmail-card.tsx';
import { AirmailForm } from '../../ui/airmail-form.tsx';
import { errorText } from '../../ui/error-text.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.ts';
import { EMPTY_REGISTRATION, type Faults, faultsOf, type Registration } from './registration.ts';

/** Makes an account and leads to /login; it does not sign in (spec 1, section 4). */
export function RegisterPage() {
  const { values, faults, error, submitting, edit, submit } = useRegistration();
  const field = (name: keyof Registration) => ({
    size: 'md' as const,
    name,
    value: values[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) => edit(name, event.currentTarget.value),
  });
  return (
    <AirmailCard title="Create Your Account" sentence="It takes a username and a password.">
      <title>Create your account – Pigeonpost</title>
      <AirmailForm
        submitLabel="Create Account"
        submitting={submitting}
        error={error}
        onSubmit={submit}
        links={
          <>
            Already have an account? <Link to={paths.login}>Sign In</Link>
          </>
        }
      >
        <TextInput
          {...field('username')}
          label="Username"
          description={faults.username ? undefined : '3 to 30 letters, digits, dots, _ or -.'}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <PasswordField
          {...field('password')}
          label="Password"
          description={faults.password ? undefined : 'At least 6 characters.'}
          autoComplete="new-password"
        />
        <PasswordField {...field('confirmPassword')} label="Password again" autoComplete="new-password" />
      </AirmailForm>
    </AirmailCard>
  );
}

function useRegistration() {
  const navigate = useNavigate();
  const [values, setValues] = useState(EMPTY_REGISTRATION);
  const [faults, setFaults] = useState<Faults>({});
  const [error, setError] = useState<string>();
  const [submitting, setSubmitting] = useState(false);
  const edit = (name: keyof Registration, value: string) => {
    setValues((current) => ({ ...current, [name]: value }));
    setFaults((current) => ({ ...current, [name]: undefined }));
    setError(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(values);
    setFaults(found);
    if (submitting || Object.keys(found).length > 0) return;
    setSubmitting(true);
    setError(undefined);
    try {
      const { username, password } = values;
      await call('POST /api/auth/register', {
        body: { username: username.trim(), password, time_zone: ownTimeZone() },
      });
      toast.success('Registration successful! Please login.');
      await navigate({ to: paths.login });
    } catch (thrown) {
      const sentence = errorText(thrown, 'Registration failed');
      toast.error(sentence);
      if (thrown instanceof ApiError && thrown.status === 409) setFaults({ username: sentence });
      else setError(sentence);
      setSubmitting(false);
    }
  };
  return { values, faults, error, submitting, edit, submit };
}
