import { ApiError } from '@pigeonpost/contract/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useUser } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import css from '../../ui/layout/airmail-card.module.css';
import { AirmailCard } from '../../ui/layout/airmail-card.tsx';
import { confirmedEmailQuery } from './api.ts';
import { useLinkToken } from './use-link-token.ts';

const INCOMPLETE = 'This link is incomplete. Copy all of it, or ask for a new one in Settings.';

/** Confirms an e-mail address with the link that was mailed to it, and explains an invalid one. */
export function ConfirmEmailPage() {
  const token = useLinkToken(paths.confirmEmail);
  const { data, error, refetch } = useQuery({
    ...confirmedEmailQuery(token ?? ''),
    enabled: token !== undefined,
  });
  const wrong = token === undefined ? INCOMPLETE : error instanceof ApiError ? error.refusal : undefined;
  if (wrong)
    return (
      <Card sentence="The address was not confirmed.">
        <p role="alert">{wrong}</p>
      </Card>
    );
  if (error)
    return (
      <AirmailCard title="E-mail address" sentence="The link could not be checked.">
        <ErrorState title="Failed to confirm the address" error={error} onRetry={refetch} />
      </AirmailCard>
    );
  if (!data)
    return (
      <AirmailCard title="E-mail address" sentence="Checking the link…">
        <title>E-mail address – Pigeonpost</title>
      </AirmailCard>
    );
  return (
    <Card sentence="The address is confirmed.">
      <p role="status">
        Mail for <b>{data.username}</b> goes to <b className="name">{data.address}</b>.
      </p>
    </Card>
  );
}

function Card({ sentence, children }: { sentence: string; children: ReactNode }) {
  const isSignedIn = useUser() !== undefined;
  return (
    <AirmailCard title="E-mail address" sentence={sentence}>
      <title>E-mail address – Pigeonpost</title>
      <div className={`${css.answer} stack`}>
        {children}
        {isSignedIn ? (
          <ButtonLink to={paths.settingsAccount} fullWidth size="md">
            Go to your account
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.login} fullWidth size="md">
            Log in
          </ButtonLink>
        )}
      </div>
    </AirmailCard>
  );
}
