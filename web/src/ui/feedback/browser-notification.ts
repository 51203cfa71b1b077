import { logError } from '../../log.ts';

/** Asks, once, whether the browser may notify. Only for a press that starts something with later news. */
export function askToNotify(): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return;
  Notification.requestPermission().catch((error: unknown) =>
    logError('Notifications were not asked for', error),
  );
}

type Shown = {
  title: string;
  body: string;
  /** If several tabs notify of the same event, one is shown. */
  tag: string;
};

/** A notification of the browser, if it is allowed. Pressing it leads to this tab. */
export function notify({ title, body, tag }: Shown): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification(title, { body, tag, icon: '/favicon.svg' });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch (error) {
    // Phones allow it only to a service worker.
    logError('The browser did not notify', error);
  }
}
