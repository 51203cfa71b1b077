import { type FocusEvent, useEffect, useRef } from 'react';

const ROW = 'tbody > tr, ul > li';

/**
 * Keeps the focus in a list whose rows may go: it passes to the row that took the place of one that went, or else to
 * the page. Spread what it gives over an element around the list; `rows` is what the list shows.
 */
export function useRowFocus(rows: unknown) {
  const frame = useRef<HTMLDivElement>(null);
  const held = useRef<{ row: Element; place: number } | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are what may take the focus away
  useEffect(() => {
    const lost = held.current;
    if (!lost || lost.row.isConnected || document.activeElement !== document.body) return;
    held.current = undefined;
    const left = [...(frame.current?.querySelectorAll(ROW) ?? [])];
    const next = left[Math.min(lost.place, left.length - 1)] ?? frame.current;
    const control = next?.querySelector<HTMLElement>('button, a') ?? document.querySelector('main');
    control?.focus();
  }, [rows]);
  return {
    ref: frame,
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest(ROW);
      held.current = row?.parentElement
        ? { row, place: [...row.parentElement.children].indexOf(row) }
        : undefined;
    },
  };
}
