// Until they are applied, the styles of the code are for print alone: what index.html draws first neither waits for them
// nor moves when they come. They stay first in the head, where those of later parts come after them and win.
const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][media="print"]')];

/** Resolves when the styles of the code are there; a page without them says more than none. */
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

/** Lets them count, in the frame in which the page takes the place of what was drawn first. */
export function applyStyles(): void {
  for (const link of links) link.media = 'all';
}
