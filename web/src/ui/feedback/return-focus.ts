import { useLayoutEffect, useRef, useState } from 'react';
import { focusOn, headingOfScreen, watchPlace } from '../focus/keep-focus.ts';

/**
 * When the caller unmounts, returns the focus to the element that had it when the caller mounted; if that is gone, to
 * the button with the same text in its place, such as the toolbar's once a list is no longer empty, else to its
 * replacement.
 */
export function useReturnFocus(): void {
  // Read while rendering: by the time effects run, a dialog's trap has the focus already.
  const [{ opener, words }] = useState(() => {
    const found = findOpener();
    return { opener: found, words: found?.textContent };
  });
  const givingBack = useRef(0);
  // In the commit that unmounts the caller: later, keepFocus would have moved the focus to the heading.
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

/** The focused element, or, in a menu, the button of the menu. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menu = active.closest('[role="menu"]');
  // A menu closes with the press: its button stays.
  return menu?.id ? document.querySelector(`[aria-controls="${menu.id}"]`) : active;
}
