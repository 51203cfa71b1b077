/** The code that an agent shows, as it stands in the address that it opens. */
type PairSearch = { code?: string };

/** Leaves out whatever is no code. */
export function validatePairSearch({ code }: Record<string, unknown>): PairSearch {
  return typeof code === 'string' && code.trim() !== '' ? { code } : {};
}
