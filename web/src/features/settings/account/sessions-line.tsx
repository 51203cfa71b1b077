import { Button } from '@mantine/core';
import type { Session } from '@pigeonpost/contract/calls/auth';
import { formatBrowser } from '@pigeonpost/contract/notifications/format-browser';
import { formatNoun } from '../../../format/format-number.ts';
import { confirm } from '../../../ui/feedback/confirm.ts';
import { RelativeTime } from '../../../ui/layout/time.tsx';
import { useEndSession, useLogOutEverywhere } from '../api.ts';
import { SettingLine } from '../setting-line.tsx';
import css from './account.module.css';

/** The browsers in which the user is signed in (docs/behaviour.md#sessions). */
export function SessionsLine({ sessions }: { sessions: Session[] }) {
  return (
    <SettingLine
      line="sessions"
      holds={
        sessions.length === 1
          ? 'This browser alone'
          : `${formatNoun(sessions.length, 'browser')}, this one among them`
      }
      press="Show"
    >
      <Sessions sessions={sessions} />
    </SettingLine>
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
