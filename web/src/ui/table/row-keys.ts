import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

const ROW = '[data-row]';
const TAG_KEY = 'pigeonpost:tag-row';

/**
 * The keys in a table: j and k move from row to row, Enter opens the focused row by its first link, p its person, x
 * selects it, t tags it, or the row under the pointer; f presses the table's filter. False for any other key.
 */
export function pressRowKey(key: string, target: EventTarget | null): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(`main ${ROW}`)];
  const row = target instanceof Element ? target.closest<HTMLElement>(ROW) : null;
  const place = row ? rows.indexOf(row) : -1;
  switch (key) {
    case 'j':
      return goTo(rows[place + 1]);
    case 'k':
      return goTo(rows[place - 1]);
    case 'Enter':
      // A button or link of the row handles Enter itself.
      return row === target && press(row?.querySelector('a[href]'));
    case 'p':
      return press(row?.querySelector('a[href^="/people/"]'));
    case 'x':
      return press(row?.querySelector('input[type="checkbox"]:not([role="switch"])'));
    case 'f':
      return press(document.querySelector<HTMLElement>('main [aria-keyshortcuts="f"]'));
    case 't':
      return tell(row ?? document.querySelector(`main ${ROW}:hover`));
    default:
      return false;
  }
}

/** For the element around the rows of a table, in their order: `onTag` gets the row on which t was pressed. */
export function useTagKey<Row>(
  rows: Row[] | undefined,
  onTag: (row: Row) => void,
): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const tag = useEffectEvent((event: Event) => {
    const shown = [...(element.current?.querySelectorAll(ROW) ?? [])];
    const row = rows?.[shown.indexOf(event.target as Element)];
    if (row === undefined) return;
    event.preventDefault();
    onTag(row);
  });
  useEffect(() => {
    const around = element.current;
    const onKey = (event: Event) => tag(event);
    around?.addEventListener(TAG_KEY, onKey);
    return () => around?.removeEventListener(TAG_KEY, onKey);
  }, []);
  return element;
}

/** Whether the table of the row has something to do. */
function tell(row: Element | null): boolean {
  return row !== null && !row.dispatchEvent(new Event(TAG_KEY, { bubbles: true, cancelable: true }));
}

function goTo(row: HTMLElement | undefined): boolean {
  if (!row) return false;
  row.tabIndex = -1;
  row.focus();
  row.scrollIntoView({ block: 'nearest' });
  return true;
}

function press(control: HTMLElement | null | undefined): boolean {
  control?.click();
  return Boolean(control);
}
