import { useEffect, useRef } from 'react';

/** Gives the focus back, when the caller goes away, to what had it when the caller came. */
export function useReturnFocus(): void {
  const opener = useRef<HTMLElement | null | undefined>(undefined);
  // Read while rendering: by the time effects run, a dialog's trap has the focus already.
  if (opener.current === undefined) opener.current = findOpener();
  useEffect(
    () => () => {
      const target = opener.current?.isConnected ? opener.current : document.querySelector('main');
      requestAnimationFrame(() => {
        if (document.activeElement === document.body || !document.activeElement) target?.focus();
      });
    },
    [],
  );
}

function findOpener(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement)) return null;
  const menu = active.closest('[role="menu"]');
  // A menu closes with the press: its button is what stays.
  return menu?.id ? document.querySelector(`[aria-controls="${menu.id}"]`) : active;
}
