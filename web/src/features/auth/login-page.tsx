import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiError } from '@pigeonpost/contract/client';
import { Link, useRouterState } from '@tanstack/react-router';
import { savedPlace } from '../../api/drafts.ts';
import { paths } from '../../paths.ts';
import { failureLine } from '../../ui/feedback/failure.ts';
import { AirmailForm } from '../../ui/form/airmail-form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { AirmailCard } from '../../ui/layout/airmail-card.tsx';
import { useLogin } from './api.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The name of the account that was just made, filled in at /login. */
    username?: string;
  }
}

type Credentials = { username: string; password: string };

/** Signs in; the route guards then lead to the dashboard. */
export function LoginPage() {
  const username = useRouterState({ select: ({ location }) => location.state.username ?? '' });
  const { form, submit } = useLoginForm(username);
  return (
    <AirmailCard title="Welcome Back!" sentence={sentenceFor(savedPlace())}>
      <title>Log in – Pigeonpost</title>
      <AirmailForm
        submitLabel="Log in"
        submitting={form.submitting}
        error={form.errors.root}
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
          autoFocus={username === ''}
          {...form.getInputProps('username')}
        />
        <PasswordField
          size="md"
          label="Password"
          name="password"
          autoComplete="current-password"
          autoFocus={username !== ''}
          {...form.getInputProps('password')}
        />
      </AirmailForm>
    </AirmailCard>
  );
}

function sentenceFor(place: string | undefined): string {
  if (place === undefined) return 'Log in to see how your campaigns are doing.';
  if (place.startsWith(paths.pair)) return 'Log in to connect your agent.';
  return 'Your session ended. Log in to go on.';
}

function useLoginForm(username: string) {
  const { mutateAsync } = useLogin();
  const form = useForm<Credentials>({
    initialValues: { username, password: '' },
    // One line below the button is for both fields.
    onValuesChange: () => form.clearErrors(),
  });
  const submit = form.onSubmit(async ({ username, password }) => {
    if (!username.trim() || !password)
      return form.setErrors({
        username: !username.trim(),
        password: !password,
        root: 'Enter your username and password.',
      });
    try {
      await mutateAsync({ username: username.trim(), password });
    } catch (error) {
      const isWrong = error instanceof ApiError && error.status === 401;
      form.setErrors({ password: isWrong, root: failureLine(error, 'Login failed') });
    }
  });
  return { form, submit };
}
