/**
 * Lets the styles of the code count. Until here they are for print alone, so that what index.html draws first need not
 * wait for them; they stay first in the head, where those of later parts come after them and win.
 */
export async function applyStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][media="print"]');
  await Promise.all([...links].map(applyOne));
}

async function applyOne(link: HTMLLinkElement): Promise<void> {
  const isThere = Promise.withResolvers<void>();
  link.addEventListener('load', () => isThere.resolve());
  // A page without its styles says more than none.
  link.addEventListener('error', () => isThere.resolve());
  if (!link.sheet) await isThere.promise;
  link.media = 'all';
}
