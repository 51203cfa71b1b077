/** The scheme of the gallery: one, or both beside each other; default: the system's. */
export type Scheme = 'light' | 'dark' | 'both';

/** The `validateSearch` of the gallery's route: drops unknown values. */
export function validateGallerySearch(raw: Record<string, unknown>): { scheme?: Scheme } {
  const scheme = (['light', 'dark', 'both'] as const).find((one) => one === raw.scheme);
  return scheme ? { scheme } : {};
}
