/** The code that an agent shows, in the address that it opens. */
type PairSearch = { code?: string };

/** Drops invalid codes. */
export function validatePairSearch({ code }: Record<string, unknown>): PairSearch {
  return typeof code === 'string' && code.trim() !== '' ? { code } : {};
}
