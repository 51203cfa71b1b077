/** How the gallery is shown: in one scheme, or in both beside each other; without it as the system has it. */
export type Scheme = 'light' | 'dark' | 'both';

/** The `validateSearch` of the gallery's route: drops what it does not know. */
export function validateGallerySearch(raw: Record<string, unknown>): { scheme?: Scheme } {
  const scheme = (['light', 'dark', 'both'] as const).find((one) => one === raw.scheme);
  return scheme ? { scheme } : {};
}
