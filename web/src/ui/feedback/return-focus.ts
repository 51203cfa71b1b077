import { useLayoutEffect, useRef, useState } from 'react';
import { focusOn, headingOfScreen, watchPlace } from '../focus/keep-focus.ts';

/**
 * Gives the focus back, when the caller goes away, to what had it when the caller came; where that has gone, to the
 * button that says the same in its place, as the toolbar's does once a list is no longer empty, else to what took
 * its place.
 */
export function useReturnFocus(): void {
  // Read while rendering: by the time effects run, a dialog's trap has the focus already.
  const [{ opener, words }] = useState(() => {
    const found = findOpener();
    return { opener: found, words: found?.textContent };
  });
  const givingBack = useRef(0);
  // In the commit that takes the caller away: later, what keeps the focus would have given it to the heading.
  useLayoutEffect(() => {
    // Strict mode runs the cleanup once before the caller is in use.
    cancelAnimationFrame(givingBack.current);
    const place = opener && watchPlace(opener);
    return () => {
      givingBack.current = requestAnimationFrame(() => {
        place?.stop();
        if (document.activeElement && document.activeElement !== document.body) return;
        const same = opener?.isConnected ? null : findInPlace(words);
        if (same) same.focus();
        else if (place) place.focus();
        else focusOn(headingOfScreen() ?? document.body);
      });
    };
  }, [opener, words]);
}

function findInPlace(words: string | null | undefined): HTMLElement | undefined {
  const buttons = document.querySelectorAll<HTMLElement>('main button');
  return [...buttons].find(({ textContent }) => words && textContent === words);
}

/** What has the focus now, or, in a menu, the button that the menu leaves behind. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menu = active.closest('[role="menu"]');
  // A menu closes with the press: its button is what stays.
  return menu?.id ? document.querySelector(`[aria-controls="${menu.id}"]`) : active;
}
