import type { readShown } from '../described/page-text.ts';

/** What the page's boxes hold, and the guard over the press; it lives in the page. */
export interface BoxInPage {
  /** What each visible box holds, and whether it held something else when this was made. */
  texts(): { text: string; isChanged: boolean }[];
  /** Takes these boxes, by their place in `texts`, and what they hold, as agreed. */
  agree(places: number[]): void;
  /** How many characters a box of those holds at most, and what it has now; or what the site's counter says in red. */
  findExcess(): { holds: number; has: number } | { counter: string } | null;
  /** From now on no press reaches the site unless the boxes hold what was agreed. Gives whether they do. */
  guard(): boolean;
  /** Settles when a press was kept from the site, and none had reached it before. */
  held: Promise<void>;
}

/**
 * Runs in the page. `read` is `readShown` there. Made before a message is composed, so that a counter which turns red is
 * told from one that always is.
 */
export function watchBoxes(read: typeof readShown): BoxInPage {
  const PRESS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown', 'keypress', 'keyup'];
  const FIELDS = 'textarea, input:is(:not([type]), [type=text], [type=search]), [contenteditable]';
  const COUNTER_LENGTH = 40;
  // A counter stands beside its box, or in the row or the form around both.
  const COUNTER_LEVELS = 3;
  const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const rootsIn = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
    root,
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? rootsIn(shadowRoot) : [])),
  ];
  const findBoxes = () =>
    rootsIn(document)
      .flatMap((root) => [...root.querySelectorAll(FIELDS)])
      .filter((one) => isVisible(one) && one.getAttribute('contenteditable') !== 'false');
  const textOf = (box: Element) => read([box], {})?.[0]?.text ?? '';

  const isRed = (element: Element): boolean => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (!canvas) return false;
    canvas.fillStyle = getComputedStyle(element).color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return red > 120 && green < red * 0.55 && blue < red * 0.55;
  };
  const countersOf = (box: Element): Element[] => {
    let around: Element | null = box;
    for (let level = 0; level < COUNTER_LEVELS && around?.parentElement; level++)
      around = around.parentElement;
    return [...(around?.querySelectorAll('*') ?? [])].filter(
      (one) =>
        one.childElementCount === 0 &&
        !box.contains(one) &&
        /\d/.test(one.textContent) &&
        one.textContent.trim().length <= COUNTER_LENGTH &&
        isVisible(one),
    );
  };
  const before = new Map(
    findBoxes().flatMap((box) =>
      countersOf(box).map((one) => [one, { words: one.textContent, isRed: isRed(one) }] as const),
    ),
  );
  const isOver = (counter: Element): boolean => {
    const was = before.get(counter);
    // What stays the same while a message is put in counts nothing.
    if (was?.words === counter.textContent) return false;
    const [, minus, number = '', most] =
      /([-−–])?\s*(\d+)(?:\s*[/|]\s*(\d+))?/.exec(counter.textContent) ?? [];
    if (most !== undefined) return Number(number) > Number(most);
    return (minus !== undefined && Number(number) > 0) || (isRed(counter) && !was?.isRed);
  };

  const first = new Map(findBoxes().map((box) => [box, textOf(box)]));
  let found: { box: Element; text: string }[] = [];
  let agreed = new Map<Element, string>();
  let address = '';
  let hasReached = false;
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  let isGuarded = true;

  const holds = (): boolean => {
    if (location.href !== address) return false;
    const left = [...agreed].filter(([box]) => box.isConnected);
    if (left.length > 0) return left.every(([box, text]) => textOf(box) === text);
    // The site has drawn its box anew.
    const texts = new Set(agreed.values());
    return findBoxes().some((box) => texts.has(textOf(box)));
  };

  return {
    texts() {
      found = findBoxes().map((box) => ({ box, text: textOf(box) }));
      return found.map(({ box, text }) => ({ text, isChanged: text !== (first.get(box) ?? '') }));
    },
    agree(places) {
      // What they held then: they may have changed since.
      agreed = new Map(places.flatMap((place) => found[place] ?? []).map(({ box, text }) => [box, text]));
      address = location.href;
    },
    findExcess() {
      for (const box of agreed.keys()) {
        const { maxLength = -1, value = '' } = box as HTMLTextAreaElement;
        if (maxLength >= 0 && value.length > maxLength) return { holds: maxLength, has: value.length };
        const over = countersOf(box).find(isOver);
        if (over) return { counter: over.textContent.replace(/\s+/g, ' ').trim() };
      }
      return null;
    },
    guard() {
      const look = (event: Event) => {
        if (!isGuarded) return;
        if (holds()) hasReached = true;
        else {
          event.stopImmediatePropagation();
          event.preventDefault();
          if (!hasReached) hold();
        }
        if (!hasReached || !['click', 'keyup', 'submit'].includes(event.type)) return;
        // The press is over, and the site has taken the message: what is pressed from now on is another matter.
        requestAnimationFrame(() => {
          isGuarded = holds();
        });
      };
      for (const type of [...PRESS, 'submit'])
        addEventListener(type, look, { capture: true, passive: false });
      return holds();
    },
    held,
  };
}
