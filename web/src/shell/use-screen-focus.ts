import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusOn, headingOfScreen, keepFocus } from '../ui/focus/keep-focus.ts';

/**
 * Moves the focus to the h1 of each new screen, so that it is announced and Tab continues from there, and keeps the
 * focus from being lost within a screen (docs/behaviour.md#focus).
 */
export function useScreenFocus(): void {
  const router = useRouter();
  useEffect(keepFocus, []);
  useEffect(() => {
    let waiting: MutationObserver | undefined;
    const stop = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      waiting?.disconnect();
      // The first screen begins like any page of a browser.
      if (!fromLocation || !pathChanged || hasOwnFocus()) return;
      const main = document.querySelector('main');
      if (focusHeading() || !main) return;
      // A screen whose name is still being fetched has no heading yet.
      focusOn(main);
      waiting = new MutationObserver(() => {
        if (document.activeElement !== main || focusHeading()) waiting?.disconnect();
      });
      waiting.observe(main, { childList: true, subtree: true });
    });
    return () => {
      waiting?.disconnect();
      stop();
    };
  }, [router]);
}

const OWN = 'input, textarea, select, [data-urgent], [data-sought="true"], [aria-current="page"]';

/**
 * Whether the screen has moved the focus to a field of its own, to what is urgent or to what the address names, or it is
 * on the link of this part of the screen.
 */
function hasOwnFocus(): boolean {
  return document.activeElement?.matches(`main :is(${OWN})`) ?? false;
}

function focusHeading(): boolean {
  const heading = headingOfScreen();
  if (heading) focusOn(heading);
  return heading !== null;
}
