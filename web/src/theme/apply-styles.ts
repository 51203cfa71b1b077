// Until they are applied, the styles of the code are for print only: the first paint of index.html neither waits for
// them nor shifts when they come. They stay first in the head, so that those of later parts come after them and win.
const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][media="print"]')];

/** Resolves when the styles of the code are loaded, or failed: a page without them is better than none. */
export async function loadStyles(): Promise<void> {
  await Promise.all(
    links.map((link) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      link.addEventListener('load', () => resolve());
      link.addEventListener('error', () => resolve());
      return link.sheet ? undefined : promise;
    }),
  );
}

/** Applies them in the frame in which the page replaces the first paint. */
export function applyStyles(): void {
  for (const link of links) link.media = 'all';
}
