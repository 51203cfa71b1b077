const ROW = '[data-row]';

/**
 * The keys in a table: j and k move from row to row, Enter opens the focused row by its first link, p its person, x
 * selects it. False for any other key.
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
    default:
      return false;
  }
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
