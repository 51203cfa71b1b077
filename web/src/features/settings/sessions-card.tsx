import { Button } from '@mantine/core';
import type { Session } from '@pigeonpost/contract/calls/auth';
import { useQuery } from '@tanstack/react-query';
import { formatNoun } from '../../format/format-number.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { RelativeTime } from '../../ui/layout/time.tsx';
import { sessionsQuery, useEndSession, useLogOutEverywhere } from './api.ts';
import { formatBrowser } from './format-browser.ts';
import css from './settings.module.css';

const FETCH_FAILED = 'Failed to fetch your sessions';

/** The browsers in which the user is signed in (docs/behaviour.md#sessions). */
export function SessionsCard() {
  const query = useQuery(sessionsQuery);
  const sessions = query.data?.sessions;
  return (
    <Card title="Sessions" note="The browsers in which you are signed in." className={css.sessions}>
      {sessions ? <Sessions sessions={sessions} /> : null}
      {query.error && !sessions ? (
        <ErrorState title={FETCH_FAILED} error={query.error} onRetry={query.refetch} />
      ) : null}
    </Card>
  );
}

function Sessions({ sessions }: { sessions: Session[] }) {
  const { mutate, isPending } = useLogOutEverywhere();
  const leave = async () => {
    const agreed = await confirm({
      title: 'Log out everywhere?',
      body: `${formatNoun(sessions.length, 'browser')} ${sessions.length === 1 ? 'is' : 'are'} signed out, this one included. Agents stay connected.`,
      confirmLabel: 'Log out everywhere',
    });
    if (agreed) mutate();
  };
  return (
    <>
      <ul aria-label="Sessions" tabIndex={-1} data-focus-home>
        {sessions.map((session) => (
          <li key={session.id} className={css.session} data-row>
            <SessionLine session={session} />
          </li>
        ))}
      </ul>
      <Button variant="default" className={css.all} loading={isPending} onClick={leave}>
        Log out everywhere
      </Button>
    </>
  );
}

function SessionLine({ session }: { session: Session }) {
  const { id, user_agent, address, last_used_at, is_current } = session;
  const browser = formatBrowser(user_agent);
  const { mutate } = useEndSession(`${browser} is signed out.`);
  return (
    <>
      <div className="grow">
        <p className={`${css.browser} name`} title={user_agent ?? undefined}>
          {browser}
          {is_current ? <span className={css.current}>This browser</span> : null}
        </p>
        <p className="dimmed">
          {address ? `${address}, ` : ''}
          {is_current ? 'now' : <RelativeTime iso={last_used_at} none="–" />}
        </p>
      </div>
      {is_current ? null : (
        <Button variant="default" size="xs" aria-label={`Sign out ${browser}`} onClick={() => mutate(id)}>
          Sign out
        </Button>
      )}
    </>
  );
}
