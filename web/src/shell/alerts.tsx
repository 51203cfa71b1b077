import { useEffect, useState } from 'react';
import { useServerEvent } from '../api/realtime.ts';
import { alertOf } from '../features/campaign-log/parts/alert-of.ts';
import { notify } from '../ui/feedback/browser-notification.ts';

const CALM_ICON = '/favicon.svg';
const ALERT_ICON = '/favicon-alert.svg';

/** Alerts a user who is elsewhere: by the tab's title and icon, and by the browser if it is allowed to notify. */
export function Alerts() {
  const [unseen, setUnseen] = useState<string[]>([]);
  useServerEvent('campaign_log', (line) => {
    const alert = alertOf(line);
    if (!alert || isLookedAt()) return;
    notify({ ...alert, tag: `log-${line.id}` });
    setUnseen((titles) => [...titles, alert.title]);
  });
  useEffect(() => {
    const look = () => {
      if (isLookedAt()) setUnseen([]);
    };
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  const isCalling = unseen.length > 0;
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = isCalling ? ALERT_ICON : CALM_ICON;
  }, [isCalling]);
  if (!isCalling) return null;
  const count = unseen.length > 1 ? `(${unseen.length}) ` : '';
  // The last title wins, so each alert has a new element.
  return <title key={unseen.length}>{`● ${count}${unseen.at(-1)} – Pigeonpost`}</title>;
}

function isLookedAt(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}
