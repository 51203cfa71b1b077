import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { login } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { AirmailCard } from '../../ui/airmail-card.tsx';
import { AirmailForm } from '../../ui/airmail-form.tsx';
import { errorText } from '../../ui/error-text.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.ts';

/** Signs in; the guards lead on to the dashboard (spec 1, section 2). */
export function LoginPage() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const { submitting, error, clearError, submit } = useLogin({ username, password });
  return (
    <AirmailCard title="Welcome Back!" sentence="Log in to see how your campaigns are doing.">
      <title>Log in – Pigeonpost</title>
      <AirmailForm
        submitLabel="Log in"
        submitting={submitting}
        error={error}
        onSubmit={submit}
        links={
          <>
            <Link to={paths.forgotPassword}>Forgot Your Password?</Link>
            <span>
              New here? <Link to={paths.register}>Sign Up</Link>
            </span>
          </>
        }
      >
        <TextInput
          size="md"
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={username}
          onChange={(event) => {
            setUsername(event.currentTarget.value);
            clearError();
          }}
        />
        <PasswordField
          size="md"
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            clearError();
          }}
        />
      </AirmailForm>
    </AirmailCard>
  );
}

function useLogin(credentials: { username: string; password: string }) {
  const [submitting, setSubmitting] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (submitting) return;
    if (!credentials.username.trim() || !credentials.password) {
      return setError('Enter your username and password.');
    }
    setSubmitting(true);
    setError(undefined);
    try {
      await login({ username: credentials.username.trim(), password: credentials.password });
      toast.success('Login successful!');
    } catch (thrown) {
      const sentence = errorText(thrown, 'Login failed');
      setError(sentence);
      toast.error(sentence);
      setSubmitting(false);
    }
  };
  return { submitting, error, clearError: () => setError(undefined), submit };
}
