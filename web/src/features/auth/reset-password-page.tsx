import { useForm } from '@mantine/form';
import { PASSWORDS_DIFFER, passwordError } from '@pigeonpost/contract/account/passwords';
import { ApiError } from '@pigeonpost/contract/client';
import { RESET_LINK_EXPIRED, RESET_LINK_INVALID } from '@pigeonpost/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { failureLine } from '../../ui/feedback/failure.ts';
import { AirmailForm } from '../../ui/form/airmail-form.tsx';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { fieldErrors } from '../../ui/form/field-errors.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import css from '../../ui/layout/airmail-card.module.css';
import { AirmailCard } from '../../ui/layout/airmail-card.tsx';
import { resetLinkQuery, useResetPassword } from './api.ts';
import { useLinkToken } from './use-link-token.ts';

const TITLE = 'Choose a new password';
const INCOMPLETE = 'This link is incomplete. Copy all of it, or ask for a new one.';

/** Sets a new password with a one-time link, and explains an invalid one. */
export function ResetPasswordPage() {
  const token = useLinkToken(paths.resetPassword);
  const query = useQuery({ ...resetLinkQuery(token ?? ''), enabled: token !== undefined });
  const error = token === undefined ? INCOMPLETE : linkError(query.error);
  if (error) return <NoLink>{error}</NoLink>;
  if (query.error) {
    return (
      <AirmailCard title={TITLE} sentence="The link could not be checked.">
        <ErrorState title="Failed to check the link" error={query.error} onRetry={query.refetch} />
      </AirmailCard>
    );
  }
  const username = query.data?.username;
  return (
    <AirmailCard
      title={TITLE}
      sentence={
        username ? (
          <>
            For <b dir="auto">{username}</b>. Every browser and every agent is signed out.
          </>
        ) : (
          'Checking the link…'
        )
      }
    >
      <title>Choose a new password – Pigeonpost</title>
      {username ? <NewPassword token={token ?? ''} username={username} /> : null}
    </AirmailCard>
  );
}

function NewPassword({ token, username }: { token: string; username: string }) {
  const { form, error, submit } = useNewPasswordForm(token);
  if (error) return <p role="alert">{error}</p>;
  return (
    <AirmailForm
      submitLabel="Set password"
      submitting={form.submitting}
      error={form.errors.root}
      onSubmit={submit}
      links={<Link to={paths.login}>Back to Log in</Link>}
    >
      {/* Tells a password manager the username. */}
      <input hidden readOnly autoComplete="username" value={username} />
      <PasswordField
        size="md"
        {...form.getInputProps('password')}
        label="New password"
        description={form.errors.password ? undefined : 'At least 6 characters.'}
        autoComplete="new-password"
        autoFocus
      />
      <PasswordField
        size="md"
        {...form.getInputProps('again')}
        label="Password again"
        autoComplete="new-password"
      />
    </AirmailForm>
  );
}

function NoLink({ children }: { children: ReactNode }) {
  return (
    <AirmailCard title={TITLE} sentence="You need a link that is valid.">
      <title>Choose a new password – Pigeonpost</title>
      <div className={`${css.answer} stack`}>
        <p role="alert">{children}</p>
        <ButtonLink to={paths.forgotPassword} fullWidth size="md">
          Ask for a new password
        </ButtonLink>
        <p>
          <Link to={paths.login}>Back to Log in</Link>
        </p>
      </div>
    </AirmailCard>
  );
}

function useNewPasswordForm(token: string) {
  const { mutateAsync } = useResetPassword();
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const form = useForm({
    initialValues: { password: '', again: '' },
    validate: ({ password, again }) => ({
      password: passwordError(password),
      again: again === password ? undefined : PASSWORDS_DIFFER,
    }),
    // An error of the whole form: its line is below the button.
    onValuesChange: () => form.clearFieldError('root'),
  });
  const submit = form.onSubmit(async ({ password }) => {
    try {
      await mutateAsync({ token, new_password: password });
      await navigate({ to: paths.login, replace: true });
    } catch (error) {
      const wrong = fieldErrors(error).new_password;
      const sentence = failureLine(error, 'Failed to change password');
      setError(linkError(error instanceof Error ? error : null));
      form.setErrors(wrong ? { password: wrong } : { root: sentence });
    }
  });
  return { form, error, submit };
}

/** The error of the link itself, which a retry cannot fix. */
function linkError(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.code === RESET_LINK_EXPIRED || error.code === RESET_LINK_INVALID ? error.refusal : undefined;
}
