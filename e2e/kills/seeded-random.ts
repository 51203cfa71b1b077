/** Numbers from 0 up to 1, the same ones for the same seed. */
export type Random = () => number;

/** The generator mulberry32: small, and even enough to choose moments by. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same items in another order. */
export function shuffled<T>(things: readonly T[], random: Random): T[] {
  return things
    .map((thing) => ({ thing, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ thing }) => thing);
}
