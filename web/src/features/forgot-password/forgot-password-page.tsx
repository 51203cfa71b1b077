import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { paths } from '../../paths.ts';
import { AirmailCard } from '../../ui/airmail-card.tsx';
import { AirmailForm } from '../../ui/airmail-form.tsx';
import { errorText } from '../../ui/error-text.ts';
import css from './forgot-password-page.module.css';

/** Asks an administrator for a new password; says the same whether the account exists or not (spec 3). */
export function ForgotPasswordPage() {
  const [username, setUsername] = useState('');
  const { answer, error, submitting, clearError, submit } = useRequest(username);
  const back = <Link to={paths.login}>Back to Log in</Link>;
  return (
    <AirmailCard title="Forgot Your Password?" sentence="An administrator can give you a new one.">
      <title>Forgot your password – Pigeonpost</title>
      {answer ? (
        <div className={css.answer}>
          <p role="status">{answer}</p>
          <p>{back}</p>
        </div>
      ) : (
        <AirmailForm
          submitLabel="Ask for a new password"
          submitting={submitting}
          error={error}
          onSubmit={submit}
          links={back}
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
        </AirmailForm>
      )}
    </AirmailCard>
  );
}

function useRequest(username: string) {
  const [answer, setAnswer] = useState<string>();
  const [error, setError] = useState<string>();
  const [submitting, setSubmitting] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (submitting) return;
    if (!username.trim()) return setError('Enter your username.');
    setSubmitting(true);
    setError(undefined);
    try {
      const { message } = await call('POST /api/auth/forgot-password', {
        body: { username: username.trim() },
      });
      setAnswer(message);
    } catch (thrown) {
      setError(errorText(thrown, 'The request could not be sent. Please try again.'));
    }
    setSubmitting(false);
  };
  return { answer, error, submitting, clearError: () => setError(undefined), submit };
}
