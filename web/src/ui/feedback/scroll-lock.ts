import { useEffect } from 'react';

let locks = 0;

/**
 * Keeps the page behind a dialog from scrolling while the caller is there. Not Mantine's lock: that writes a rule for
 * the body into the page, and each of its elements is styled anew before the dialog shows.
 */
export function useScrollLock(): void {
  useEffect(() => {
    const { style, clientWidth } = document.documentElement;
    locks += 1;
    // The room of a bar that goes stays: nothing behind the dialog moves.
    if (innerWidth > clientWidth) style.scrollbarGutter = 'stable';
    style.overflow = 'hidden';
    return () => {
      locks -= 1;
      if (locks > 0) return;
      style.overflow = '';
      style.scrollbarGutter = '';
    };
  }, []);
}
