const CONTROL = ['a[href]', 'button', 'input', 'select', 'textarea', '[tabindex="0"]']
  .map((selector) => `${selector}:not([disabled], [tabindex="-1"], [type="hidden"])`)
  .join();
const ROW = 'tr, li';
const DIALOG = '[role="dialog"], [aria-modal="true"]';
/** Elements that take the focus if no nearer one can: a table around its rows, a dialog, the page. */
const HOME = `[data-focus-home], ${DIALOG}, main`;

/** The position of an element when it was removed from the page. */
type Spot = { parent: Node; previous: Node | null; next: Node | null; root: Node };

type Place = { element: HTMLElement; spot?: Spot };

const watched = new Set<Place>();

/** A removed control, and the element with its focus since, until the user acts. */
let gone: { name: string; parent: Node | undefined; heir: HTMLElement } | undefined;

/** Remembers the position of an element, and later focuses it or, if it is gone, its replacement. */
export function watchPlace(element: HTMLElement): { focus: () => void; stop: () => void } {
  const place: Place = { element };
  watched.add(place);
  return { focus: () => passFocus(place), stop: () => watched.delete(place) };
}

/** Focuses the element or its replacement; if the change was or is rolled back, the control that reappears. */
function passFocus(place: Place): void {
  gone = { name: nameOf(place.element), parent: place.spot?.parent, heir: heirOf(place) };
  focusOn(findNamed(gone) ?? gone.heir);
}

/**
 * Keeps the focus from being lost when its element is removed, moved or disabled: it moves to the replacement, to the
 * next row, or to the surrounding element (docs/behaviour.md#focus). One for the whole page; returns a function that
 * ends it.
 */
export function keepFocus(): () => void {
  let held: Place | undefined;
  /** A control that is disabled for a moment, and the element with the focus meanwhile. */
  let away: { element: HTMLElement; home: HTMLElement } | undefined;

  const hold = (element: Element | null) => {
    if (held) watched.delete(held);
    held = element instanceof HTMLElement && element !== document.body ? { element } : undefined;
    if (held) watched.add(held);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target !== away?.home) away = undefined;
    if (target !== gone?.heir) gone = undefined;
    hold(target as Element);
  };
  // A press beside every control removes the focus on purpose.
  const onPress = ({ target }: PointerEvent) => {
    gone = undefined;
    hold((target as Element).closest(`${CONTROL}, [tabindex]`));
  };
  const onKey = ({ repeat }: KeyboardEvent) => {
    if (!repeat) gone = undefined;
  };

  const observer = new MutationObserver((records) => {
    for (const place of watched) noteRemoval(place, records);
    // If the change is rolled back, its control reappears: focus it again.
    const returned = gone && document.activeElement === gone.heir && findNamed(gone);
    if (returned) return returned.focus();
    if (away && isUsable(away.element) && hasFocus(away.home)) return away.element.focus();
    if (!held || !hasFocus(held.element)) return;
    const { element, spot } = held;
    if (element.isConnected && element.matches(':disabled')) {
      const home = homeOf(element.parentElement);
      away = { element, home };
      focusOn(home);
    } else if (document.activeElement !== element) {
      const lost = held;
      // A dialog returns the focus by itself.
      if (spot?.root instanceof Element && (spot.root.matches(DIALOG) || spot.root.querySelector(DIALOG)))
        requestAnimationFrame(() => requestAnimationFrame(() => hasFocus(null) && passFocus(lost)));
      else passFocus(lost);
    }
  });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPress, true);
  document.addEventListener('keydown', onKey, true);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  });
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', onPress, true);
    document.removeEventListener('keydown', onKey, true);
    hold(null);
  };
}

/** Focuses elements that are no controls as well: a heading, a table's frame. */
export function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: element.tagName === 'H1' || element.tagName === 'MAIN' });
}

/** Whether it has the focus, or no element has. */
function hasFocus(element: Element | null): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active === element;
}

/**
 * Whether the user has moved on to a control outside of an element; an element that only holds a lost focus does not
 * count.
 */
export function isFocusElsewhere(element: Element): boolean {
  const active = document.activeElement;
  return active instanceof HTMLElement && active.tabIndex >= 0 && !element.contains(active);
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && element.getClientRects().length > 0;
}

function noteRemoval(place: Place, records: MutationRecord[]): void {
  for (const { target, removedNodes, previousSibling, nextSibling } of records) {
    const gone = place.spot?.parent ?? place.element;
    if (![...removedNodes].some((node) => node.contains(gone))) continue;
    const root = place.spot?.root ?? [...removedNodes].find((node) => node.contains(gone)) ?? gone;
    place.spot = { parent: target, previous: previousSibling, next: nextSibling, root };
  }
  // It was only moved.
  if (place.element.isConnected) delete place.spot;
}

function heirOf(place: Place): HTMLElement {
  const { element, spot } = place;
  if (isUsable(element)) return element;
  // The heading of a screen that was still being fetched.
  if (element.tagName === 'H1') return homeOf(null);
  if (!spot?.parent.isConnected || !(spot.parent instanceof HTMLElement))
    return homeOf(element.isConnected ? element.parentElement : null);
  return ofNextRow(element, spot) ?? controlNear(spot.parent, spot.previous) ?? around(spot.parent);
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;

/** The control with the name of a removed one, whose row may be gone too. */
function findNamed({ name, parent, heir }: { name: string; parent: Node | undefined; heir: Element }) {
  if (!(parent instanceof Element) || nameOf(heir) === name) return undefined;
  return [...parent.querySelectorAll<HTMLElement>(CONTROL)].find(
    (one) => isUsable(one) && nameOf(one) === name,
  );
}

/** The same control of the row that replaced its row. */
function ofNextRow(element: HTMLElement, { parent, previous, next, root }: Spot): HTMLElement | undefined {
  if (!(root instanceof Element) || !root.matches(ROW)) return undefined;
  const row = [next, previous].find((node) => node instanceof Element && node.parentNode === parent);
  const controls = row instanceof Element ? [...row.querySelectorAll<HTMLElement>(CONTROL)] : [];
  // Counted from the end, where the actions are, because rows begin differently.
  const known = [...root.querySelectorAll(CONTROL)];
  const fromEnd = known.length - known.indexOf(element);
  return known[0] === element ? controls[0] : (controls.at(-fromEnd) ?? controls[0]);
}

/** The first control after the lost one's position, else the last one before. */
function controlNear(parent: Element, previous: Node | null): HTMLElement | undefined {
  const controls = [...parent.querySelectorAll<HTMLElement>(CONTROL)].filter(isUsable);
  const wanted = controls.find((control) => control.dataset.takesFocus !== undefined);
  if (wanted || previous?.parentNode !== parent) return wanted ?? controls[0];
  const isAfter = (control: Node) =>
    !previous.contains(control) &&
    (previous.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return controls.find(isAfter) ?? controls.at(-1);
}

/** The surroundings of an emptied place: its home, or a control beside it, but none of another part of the page. */
function around(inner: HTMLElement): HTMLElement {
  for (let element = inner; ; ) {
    const outer = element.parentElement;
    if (element.matches(HOME) || !outer || outer.parentElement?.matches('main, body')) return homeOf(element);
    const control = controlNear(outer, element);
    if (control) return control;
    element = outer;
  }
}

function homeOf(element: Element | null): HTMLElement {
  const home = element?.closest<HTMLElement>(HOME);
  if (home && !home.matches('main')) return home;
  return headingOfScreen() ?? document.querySelector('main') ?? document.body;
}

/** The h1 of the shown screen. */
export function headingOfScreen(): HTMLElement | null {
  return document.querySelector('[data-shell] h1');
}
