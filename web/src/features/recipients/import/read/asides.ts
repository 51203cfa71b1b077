/** Why a row with a name starts as left out; one press takes all rows of a kind (docs/behaviour.md#rows-that-start-as-left-out). */
export const ASIDES = ['hidden', 'sum', 'repeated'] as const;
export type Aside = (typeof ASIDES)[number];

/** How many rows each kind has, whether or not they are taken. */
export type AsideCounts = Record<Aside, number>;

/** The counts before a row is read. */
export const noAsides = (): AsideCounts => ({ hidden: 0, sum: 0, repeated: 0 });
