import { useEffect } from 'react';

let locks = 0;

/**
 * Keeps the page behind a dialog from scrolling while the caller is mounted. Not Mantine's lock, which adds a rule for
 * the body, so that every element is restyled before the dialog shows.
 */
export function useScrollLock(): void {
  useEffect(() => {
    const { style, clientWidth } = document.documentElement;
    locks += 1;
    // The space of a removed scrollbar stays, so that nothing behind the dialog moves.
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
