/** A question in the page, and what a person answered so far: an element, or the button beside the question. */
export interface PageQuestion {
  element: Element | null;
  isAnswered: boolean;
  close(): void;
}

export interface Question {
  text: string;
  /** The words of a button beside the question. */
  otherwise?: string;
  /** The next click chooses an element and does not reach the page. */
  isPick: boolean;
}

/**
 * Runs in the page: shows a question at its edge. While it asks for an element, a pane over the page catches every
 * click and every key, so that the site never gets them.
 */
export function askInPage({ text, otherwise, isPick }: Question): PageQuestion {
  const host = document.createElement('pigeonpost-question');
  const shade = host.attachShadow({ mode: 'open' });

  const style = (element: HTMLElement, rules: Record<string, string>) => {
    for (const [name, value] of Object.entries(rules)) element.style.setProperty(name, value);
    return element;
  };
  const make = (tag: string, rules: Record<string, string>, words = '') => {
    const made = style(document.createElement(tag), rules);
    made.textContent = words;
    return made;
  };

  const bar = make(
    'div',
    {
      position: 'fixed',
      // A form for signing in is at the top more often than at the bottom.
      inset: isPick ? '0 0 auto 0' : 'auto 0 0 0',
      display: 'flex',
      gap: '12px',
      'justify-content': 'center',
      'align-items': 'center',
      padding: '10px 16px',
      font: '16px/24px system-ui, sans-serif',
      color: '#ffffff',
      background: '#1d3557',
      'border-block': '2px solid #ffffff',
      'pointer-events': 'none',
    },
    text,
  );
  bar.setAttribute('role', 'status');
  const pane = make('div', { position: 'fixed', inset: '0', cursor: 'crosshair' });
  const frame = make('div', { position: 'fixed', outline: '3px solid #e76f51', 'pointer-events': 'none' });
  if (isPick) shade.append(pane, frame);
  shade.append(bar);
  if (otherwise !== undefined) {
    const button = make(
      'button',
      {
        font: 'inherit',
        padding: '8px 16px',
        'min-height': '44px',
        'pointer-events': 'auto',
      },
      otherwise,
    );
    button.addEventListener('click', () => answer(null));
    button.addEventListener('pointerenter', () => style(bar, { opacity: '1' }));
    bar.append(button);
  }
  style(host, { all: 'initial', position: 'fixed', 'z-index': '2147483647', inset: '0 0 auto 0' });
  // All but an open modal dialog is inert.
  (document.querySelector('dialog:modal') ?? document.documentElement).append(host);
  // What lies under the question can be seen and clicked.
  const seeThrough = (y: number) => {
    const { top, bottom } = bar.getBoundingClientRect();
    style(bar, { opacity: y >= top && y <= bottom ? '0.2' : '1' });
  };

  const below = (x: number, y: number): Element | null => {
    style(host, { display: 'none' });
    let element = document.elementFromPoint(x, y);
    while (element?.shadowRoot) {
      const inner = element.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === element) break;
      element = inner;
    }
    style(host, { display: 'block' });
    return element;
  };
  const swallow = (event: Event) => {
    // The bar's own button.
    if (event.target === host) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  pane.addEventListener('pointermove', ({ clientX, clientY }) => {
    const found = below(clientX, clientY)?.getBoundingClientRect();
    seeThrough(clientY);
    if (!found) return;
    style(frame, {
      left: `${found.left}px`,
      top: `${found.top}px`,
      width: `${found.width}px`,
      height: `${found.height}px`,
    });
  });
  pane.addEventListener(
    'wheel',
    (event) => {
      let one = below(event.clientX, event.clientY);
      while (
        one &&
        !(one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY))
      )
        one = one.parentElement;
      (one ?? document.scrollingElement)?.scrollBy(0, event.deltaY);
    },
    { passive: true },
  );
  pane.addEventListener('click', ({ clientX, clientY }) => answer(below(clientX, clientY)));
  const CAUGHT = ['keydown', 'keyup', 'keypress', 'paste', 'submit'];
  if (isPick) for (const name of CAUGHT) addEventListener(name, swallow, true);
  const asked: PageQuestion = {
    element: null,
    isAnswered: false,
    close() {
      host.remove();
      for (const name of CAUGHT) removeEventListener(name, swallow, true);
    },
  };
  const answer = (element: Element | null) => {
    if (!asked.isAnswered) Object.assign(asked, { element, isAnswered: true });
  };
  return asked;
}
