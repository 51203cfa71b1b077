import type { Selectors } from './selectors.ts';

/** The selectors of a thread's messages, the most stable one first. */
export interface MessageSelectors {
  list: string[];
  /** In the list. */
  own: string[];
  theirs: string[];
  /** In a message; empty if the whole message is its text. */
  text: string[];
  /** The list holds only the messages on the screen. */
  isVirtual: boolean;
  /** The text of the clicked message of the account's own. */
  said: string;
}

/** Finds the parts of a thread from what a person clicked. Its functions run in the page. */
export interface ThreadParts {
  fieldOf(clicked: Element): Element | null;
  buttonOf(clicked: Element): Element;
  /** The elements that show this name, outside of one: by a text or an attribute, `is` with {person} for the name. */
  namesOf(person: string, apartFrom: string): { element: Element; attribute: string | null; is: string }[];
  /** Null if the two are not messages of one list. */
  messagesOf(own: Element, theirs: Element): MessageSelectors | null;
  /** Selectors, in this message, of the element that is the clicked one. */
  textOf(message: Element, clicked: Element): string[];
}

/** Runs in the page. */
export function createThreadParts({ featuresOf, uniqueFor, generatedFor }: Selectors): ThreadParts {
  const FIELD =
    'textarea, input:not([type=hidden], [type=checkbox], [type=radio]), [contenteditable]:not([contenteditable=false])';
  const MAX_NAME = 60;
  const MOST = 0.6;
  const ALL_ROWS = 0.8;
  const LONG_TEXT = 8;
  const words = (element: Element) => (element.textContent ?? '').trim();
  const pathTo = (outer: Element, inner: Element) => {
    const path: Element[] = [];
    for (let one: Element | null = inner; one && one !== outer; one = one.parentElement) path.unshift(one);
    return path;
  };

  function fieldOf(clicked: Element): Element | null {
    const editable = clicked.closest<HTMLElement>('[contenteditable]:not([contenteditable=false])');
    if (editable) return editable;
    if (clicked.matches(FIELD)) return clicked;
    const inside = clicked.querySelectorAll(FIELD);
    return inside.length === 1 ? (inside[0] as Element) : null;
  }

  const buttonOf = (clicked: Element) =>
    clicked.closest('button, [role=button], input[type=submit], a[href]') ?? clicked;

  function namesOf(person: string, apartFrom: string) {
    const outside = document.querySelector(apartFrom);
    const pattern = (text: string) => {
      const [before, after, ...more] = text.trim().toLowerCase().split(person.toLowerCase());
      if (
        before === undefined ||
        after === undefined ||
        more.length > 0 ||
        /\w$/.test(before) ||
        /^\w/.test(after)
      )
        return undefined;
      return `${text.trim().slice(0, before.length)}{person}${text.trim().slice(before.length + person.length)}`;
    };
    const found: { element: Element; attribute: string | null; is: string }[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      if (outside?.contains(element) || element.matches('script, style, option, input, textarea')) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      for (const { name, value } of element.attributes) {
        const is = /^(href|src|class|style)$/.test(name) ? undefined : pattern(value);
        if (is !== undefined) found.push({ element, attribute: name, is });
      }
      const is = element.childElementCount === 0 ? pattern(element.textContent ?? '') : undefined;
      if (is !== undefined) found.push({ element, attribute: null, is });
    }
    // The bare name in a heading is the surest, a label of something else the least.
    const rank = ({ element, is }: (typeof found)[number]) =>
      (is === '{person}' ? 0 : 2) + (element.closest('h1, h2, h3, header') ? 0 : 1);
    return found.filter(({ is }) => is.length <= MAX_NAME).sort((a, b) => rank(a) - rank(b));
  }

  function messagesOf(own: Element, theirs: Element): MessageSelectors | null {
    let common: Element | null = own;
    while (common && !common.contains(theirs)) common = common.parentElement;
    if (!common || common === own || common === theirs || common === document.body) return null;
    const [ownPath, theirPath] = [pathTo(common, own), pathTo(common, theirs)];
    const marks = { own: marksOf(ownPath, theirPath, common), theirs: marksOf(theirPath, ownPath, common) };
    const around = [...pathTo(document.body, common)].reverse();
    const lists = [...around.flatMap(uniqueFor), ...generatedFor(common)].filter(
      (selector) => !selector.startsWith('aria/'),
    );
    const message = marks.own[0] && own.closest(marks.own[0]);
    if (!message || lists.length === 0) return null;
    const all = [marks.own[0], marks.theirs[0]].filter((one) => one !== undefined).join(', ');
    return {
      list: lists,
      own: marks.own,
      theirs: marks.theirs,
      text: textOf(message, wordsIn(own)),
      isVirtual: isPart(common, [...common.querySelectorAll(all)]),
      said: words(wordsIn(own)),
    };
  }

  /** What holds for this message and not for the other one: of its outermost element if possible. */
  function marksOf(path: Element[], otherPath: Element[], list: Element): string[] {
    const matches = (elements: Element[], feature: string) => elements.some((one) => one.matches(feature));
    const other = otherPath[0] as Element;
    const isOther = (feature: string) => matches(otherPath, feature) || other.querySelector(feature) !== null;
    const isFlat = (feature: string) =>
      [...list.querySelectorAll(feature)].every((one) => one.parentElement?.closest(feature) == null);
    const lastingOf = (one: Element, said: string) =>
      featuresOf(one).filter(
        (feature) => !feature.includes(`"${said}"`) && (said.length < LONG_TEXT || !feature.includes(said)),
      );
    const [said = '', otherSaid = ''] = [path, otherPath].map((one) => words(one.at(-1) as Element));
    const clear = path
      .flatMap((one) => lastingOf(one, said).filter((feature) => feature !== one.localName))
      .filter((feature) => !isOther(feature) && isFlat(feature));
    // What holds for one message alone may be its text or its time.
    const isShared = (selector: string) => list.querySelectorAll(selector).length > 1;
    const sharedFirst = (selectors: string[]) => [
      ...selectors.filter(isShared),
      ...selectors.filter((one) => !isShared(one)),
    ];
    // If only the other one has a mark, this one is a message without it.
    const otherOnly = sharedFirst(
      otherPath.flatMap((one) => lastingOf(one, otherSaid).filter((feature) => !matches(path, feature))),
    );
    const unmarked = path.flatMap((one, level) => {
      const same = otherPath[level];
      if (!same) return [];
      const shared = featuresOf(one).filter((feature) => same.matches(feature) && isFlat(feature));
      const without = otherOnly.filter((feature) => same.matches(feature));
      return shared.flatMap((feature) => without.map((mark) => `${feature}:not(${mark})`));
    });
    const isClass = (selector: string) => selector.startsWith('.');
    const stable = [...clear.filter((one) => !isClass(one)), ...clear.filter(isClass), ...unmarked];
    return sharedFirst(stable);
  }

  /** A click may hit a bubble, which has a time or a mark beside its text. */
  function wordsIn(clicked: Element): Element {
    const most = [...clicked.children].find((one) => words(one).length > words(clicked).length * MOST);
    return most ? wordsIn(most) : clicked;
  }

  function textOf(message: Element, clicked: Element): string[] {
    if (clicked === message || words(clicked) === words(message)) return [];
    const alone = (selector: string) => {
      const found = message.querySelectorAll(selector);
      return found.length === 1 && found[0] === clicked;
    };
    return featuresOf(clicked).filter(alone);
  }

  /** Whether the list has room for more messages than it holds, above or below what is on the screen. */
  function isPart(list: Element, messages: Element[]): boolean {
    let scroller: Element | null = list;
    while (scroller && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement;
    const [first, last] = [messages[0], messages.at(-1)].map((one) => one?.getBoundingClientRect());
    const isLong = !!scroller && list.scrollHeight > scroller.clientHeight;
    return isLong && !!first && !!last && last.bottom - first.top < list.scrollHeight * ALL_ROWS;
  }

  return { fieldOf, buttonOf, namesOf, messagesOf, textOf };
}
