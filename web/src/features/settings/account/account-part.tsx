import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useServerEvent } from '../../../api/realtime.ts';
import { useUser } from '../../../api/session.ts';
import { Activity } from '../../audit-log/parts/activity.tsx';
import { notificationChoicesQuery } from '../../notifications/api.ts';
import { emailQuery, sessionsQuery } from '../api.ts';
import { SettingLine } from '../setting-line.tsx';
import { SettingLines, useNeed } from '../setting-lines.tsx';
import { EmailLine } from './email-line.tsx';
import { NotificationsLine } from './notifications-line.tsx';
import { PasswordLine } from './password-line.tsx';
import { SessionsLine } from './sessions-line.tsx';
import { TimeZoneLine } from './time-zone-line.tsx';

/** One's own account: its days, its password, where it is signed in, and what was done with it. */
export function AccountPart() {
  const user = useUser();
  const queries = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const email = useQuery(emailQuery);
  const choices = useQuery(notificationChoicesQuery);
  // The link may be opened elsewhere, such as on a phone.
  useServerEvent('user_update', () => queries.invalidateQueries({ queryKey: emailQuery.queryKey }));
  const needs = [
    useNeed(sessions, 'Failed to fetch your sessions'),
    useNeed(email, 'Failed to fetch your e-mail address'),
    useNeed(choices, 'Failed to fetch your notifications'),
  ];
  if (!user) return null;
  return (
    <SettingLines label="Account" needs={needs}>
      <TimeZoneLine time_zone={user.time_zone} />
      {email.data?.has_mail ? <EmailLine address={email.data.address} waiting={email.data.waiting} /> : null}
      {email.data && choices.data ? <NotificationsLine saved={choices.data} email={email.data} /> : null}
      <PasswordLine />
      {sessions.data ? <SessionsLine sessions={sessions.data.sessions} /> : null}
      <SettingLine
        line="activity"
        holds="Changes to your account, campaigns and lists, with who made them"
        press="Show"
      >
        <Activity />
      </SettingLine>
    </SettingLines>
  );
}
