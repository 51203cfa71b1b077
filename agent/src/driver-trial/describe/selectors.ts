/** Finds selectors in a page. Its functions run there. */
export interface Selectors {
  /** Selectors that match the element, the most stable one first. They say nothing of its place in the page. */
  featuresOf(element: Element): string[];
  /** Selectors that match this visible element alone, the most stable one first. */
  uniqueFor(element: Element): string[];
  /** The same by classes that look generated: they hold until the next release of the site. */
  generatedFor(element: Element): string[];
}

/**
 * Runs in the page. Roles with names come first, then ids, data attributes, names and classes: a class, and what looks
 * generated, changes with a release of the site. A selector with a name of `avoid` would hold for one thread only.
 */
export function createSelectors(avoid: string[]): Selectors {
  const MAX_VALUE = 60;
  const MAX_ANCESTORS = 8;
  const TEST_IDS = /^data-(testid|test-id|test|qa|cy|e2e)$/;
  const STATE = /(^|-)(active|focused?|hover|selected|open|visible|current|disabled|unread)($|-)/i;
  const LANDMARKS = new Set(['main', 'header', 'footer', 'nav', 'form', 'aside', 'dialog', 'article']);

  const isWord = (part: string) =>
    part === '' || (/^[a-z]+$/i.test(part) ? isSpoken(part) : /^\d{1,2}$/.test(part));
  const isSpoken = (part: string) =>
    (part.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).every(
      (piece, _, all) =>
        (piece.length > 2 || all.length === 1) &&
        (piece.length <= 4 || /[aeiouy]/i.test(piece)) &&
        !/[bcdfghjklmnpqrstvwxz]{6}/i.test(piece),
    );
  const isGenerated = (value: string) =>
    value.length > MAX_VALUE ||
    value
      .replace(/^[_-]+/, '')
      .split(/[-_:./ ]+/)
      .some((part) => !isWord(part));
  const isPersonal = (value: string) =>
    avoid.some((name) => name !== '' && value.toLowerCase().includes(name.toLowerCase()));
  const isUsable = (value: string | null): value is string =>
    value !== null &&
    value.trim() !== '' &&
    value.length <= MAX_VALUE &&
    !/[\n\r]/.test(value) &&
    !isPersonal(value);
  const is = (name: string, value: string) => `[${name}="${value.replace(/["\\]/g, '\\$&')}"]`;

  function featuresOf(element: Element): string[] {
    const tag = element.localName;
    const value = (name: string) => element.getAttribute(name);
    // A label with a number counts something, or says a time.
    const isLasting = (name: string) => !/^(aria-label|title)$/.test(name) || !/\d/.test(value(name) ?? '');
    const named = (name: string) =>
      isUsable(value(name)) && isLasting(name) ? is(name, value(name) as string) : undefined;
    const role = named('role') ?? tag;
    const label = named('aria-label');
    const data = [...element.attributes]
      .filter(({ name, value: text }) => name.startsWith('data-') && (text === '' || isUsable(text)))
      .sort((a, b) => Number(TEST_IDS.test(b.name)) - Number(TEST_IDS.test(a.name)));
    const stable = data.filter(({ value: text }) => text !== '' && !isGenerated(text) && !/\d/.test(text));
    const classes = [...element.classList].filter((one) => !STATE.test(one) && !isPersonal(one));
    const written = classes.filter((one) => !isGenerated(one));
    return [
      label && `${role}${label}`,
      isUsable(element.id) && !isGenerated(element.id) && `#${CSS.escape(element.id)}`,
      ...stable.map(({ name, value: text }) => is(name, text)),
      ...data.filter(({ value: text }) => text === '').map(({ name }) => `[${name}]`),
      ...['name', 'placeholder', 'title', 'type', 'dir'].map((name) => named(name) && `${tag}${named(name)}`),
      value('role') && role,
      element.matches('[contenteditable]') && `${tag}[contenteditable]`,
      ...data.filter((one) => one.value !== '' && !stable.includes(one)).map(({ name }) => `[${name}]`),
      ...written.map((one) => `.${CSS.escape(one)}`),
      tag,
    ].filter((one): one is string => typeof one === 'string');
  }

  const isAlone = (selector: string, element: Element) => {
    const found = [...document.querySelectorAll(selector)].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    );
    return found.length === 1 && found[0] === element;
  };

  function uniqueFor(element: Element): string[] {
    const own = featuresOf(element);
    const inside: string[] = [];
    let ancestor = element.parentElement;
    for (let depth = 0; ancestor && ancestor !== document.body && depth < MAX_ANCESTORS; depth++) {
      const around = featuresOf(ancestor).filter((one) => LANDMARKS.has(one) || one !== ancestor?.localName);
      inside.push(...around.flatMap((one) => own.map((feature) => `${one} ${feature}`)));
      ancestor = ancestor.parentElement;
    }
    const marked = own.filter((one) => one !== element.localName);
    return [
      ...[...marked, ...inside].filter((selector) => isAlone(selector, element)),
      ...accessibleName(element),
      ...[element.localName].filter((selector) => isAlone(selector, element)),
    ];
  }

  function generatedFor(element: Element): string[] {
    const classes = [...element.classList].filter((one) => !STATE.test(one) && isGenerated(one));
    return classes.map((one) => `.${CSS.escape(one)}`).filter((selector) => isAlone(selector, element));
  }

  /** A button that only its words tell from others. */
  function accessibleName(element: Element): string[] {
    const words = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    const isButton = element.matches('button, [role=button]');
    return isButton && isUsable(words) && !/[[\]"\\]/.test(words) ? [`aria/${words}[role="button"]`] : [];
  }

  return { featuresOf, uniqueFor, generatedFor };
}
