import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useServerEvent } from '../../../api/realtime.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { notificationsQuery } from '../api.ts';
import { BellButton } from './bell-button.tsx';

const BellPanel = lazyPart(() => import('./bell-panel.tsx').then((m) => m.BellPanel));

/** The bell of the header, from the first notification on (docs/behaviour.md#notifications). */
export function Bell() {
  const queries = useQueryClient();
  const { data } = useQuery(notificationsQuery);
  const [isWanted, setWanted] = useState(false);
  useServerEvent('notification', () => queries.invalidateQueries({ queryKey: notificationsQuery.queryKey }));
  if (!data || data.notifications.length === 0) return null;
  const { notifications, unread } = data;
  if (!isWanted) return <BellButton unread={unread} onClick={() => setWanted(true)} />;
  return (
    <BellPanel
      fallback={<BellButton unread={unread} />}
      notifications={notifications}
      unread={unread}
      onClose={() => setWanted(false)}
    />
  );
}
