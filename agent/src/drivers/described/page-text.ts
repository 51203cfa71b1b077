import type { Found } from './elements.ts';

/** An attribute of the message, or of an element in it. */
interface Attribute {
  shown?: string | undefined;
  attribute: string;
}

interface ReadMarks {
  text?: string | undefined;
  pending?: string | undefined;
  sent?: string | undefined;
  refused?: string | undefined;
  time?: Attribute | undefined;
  id?: Attribute | undefined;
  /** Whether these elements are known from now on. */
  remember?: boolean;
}

declare global {
  interface Window {
    pigeonpostKnown?: WeakSet<Element>;
  }
}

/** A message, or a field, as the page shows it. `bottom` is its place on the screen. */
export interface ShownMessage {
  text: string;
  isPending: boolean;
  isSent: boolean;
  isRefused: boolean;
  /** The page holds the same element as when it was remembered. */
  isKnown: boolean;
  /** Its time and its id as the site's attributes say them. */
  at: string | null;
  id: string | null;
  bottom: number;
}

/**
 * Runs in the page: the text of each element with its lines, whether a line ends by a line feed, a `<br>` or a block,
 * and with emoji that are pictures. The marks are looked for in the element and on it.
 */
export function readShown(found: Found, marks: ReadMarks): ShownMessage[] | null {
  const [list, own] = found;
  const root = typeof list === 'string' ? document.querySelector(list) : null;
  const elements = typeof own === 'string' ? root?.querySelectorAll(own) : (found as Element[]);
  if (typeof list === 'string' && !root) return null;

  const has = (element: Element, selector: string | undefined) =>
    selector !== undefined &&
    [element, ...element.querySelectorAll(selector)].some(
      (one) => one.matches(selector) && one.checkVisibility({ visibilityProperty: true }),
    );

  const say = (element: Element, where: Attribute | undefined) => {
    const one = where?.shown === undefined ? element : element.querySelector(where.shown);
    return where && one ? one.getAttribute(where.attribute) : null;
  };

  const readText = (root: Element): string => {
    let text = '';
    let startsLine = false;
    const isBlock = (element: Element) =>
      element !== root && !/^(inline|contents|none)/.test(getComputedStyle(element).display);
    // Such a <br> only gives the last line its height.
    const endsBlock = (element: Element): boolean => {
      const parent = element.parentElement;
      if (element.nextSibling) return false;
      return !parent || parent === root || isBlock(parent) || endsBlock(parent);
    };
    const add = (part: string) => {
      text += (startsLine && text !== '' ? '\n' : '') + part;
      startsLine = false;
    };
    const read = (node: Node) => {
      if (node instanceof Text) add(node.data);
      if (!(node instanceof Element) || node.matches('script, style')) return;
      if (node instanceof HTMLImageElement) add(node.alt);
      if (node instanceof HTMLBRElement) add(endsBlock(node) ? '' : '\n');
      startsLine ||= isBlock(node) && text !== '';
      node.childNodes.forEach(read);
      startsLine ||= isBlock(node) && text !== '';
    };
    read(root);
    return text;
  };

  window.pigeonpostKnown ??= new WeakSet();
  const known = window.pigeonpostKnown;
  return [...(elements ?? [])].map((element) => {
    const isKnown = known.has(element);
    if (marks.remember) known.add(element);
    const part = marks.text === undefined ? element : element.querySelector(marks.text);
    const isField = part instanceof HTMLTextAreaElement || part instanceof HTMLInputElement;
    return {
      text: isField ? part.value : part ? readText(part) : '',
      isPending: has(element, marks.pending),
      isSent: marks.sent === undefined || has(element, marks.sent),
      isRefused: has(element, marks.refused),
      isKnown,
      at: say(element, marks.time),
      id: say(element, marks.id),
      bottom: element.getBoundingClientRect().bottom,
    };
  });
}

/** The same words on the same line, however a site writes spaces. */
export function toPlainLines(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      .replace(/[\u00A0\u202F]/g, ' ')
      .replace(/[\uFEFF\u200B]/g, '')
      // Looked for at the first space of a run alone, because a page may have any number of them.
      .replace(/(?<![ \t])[ \t]+$/gm, '')
      .trim()
  );
}

/** The words alone: sites fold spaces and line ends, and a text is the same after that. */
export function toWords(text: string): string {
  return toPlainLines(text).replace(/\s+/g, ' ');
}
