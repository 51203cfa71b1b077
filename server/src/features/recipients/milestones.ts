import type { Tx } from '../../database/transaction.ts';
import { type Key, type LearnedKeys, learnKeys, readVersion } from './milestone-queries.ts';
import type { ListOrder } from './order-queries.ts';

/** A recipient whose place in its order is known. */
interface Milestone {
  key: Key;
  /** How many come before it. */
  place: number;
}

/** Where in an order a page begins, and what it takes to get there without milestones. */
interface Reach {
  order: ListOrder;
  /** How many recipients come before the page. */
  place: number;
  /** How many entries of the index are passed over on the way from the nearer end. */
  entries: number;
  /** How many entries the index has for one recipient of the order: more than one where others lie between. */
  entriesEach: number;
}

/**
 * The places of every n-th recipient of long orders, learned when a page far from both ends is asked for, so that
 * the next ones are found from close by (docs/decisions/0020-milestones.md).
 */
export interface Milestones {
  /** The last one before the page; undefined where the page is near an end, or the list has just changed. */
  before(tx: Tx, reach: Reach): Promise<Milestone | undefined>;
}

interface Sizes {
  /** Entries between two of them: what a page still passes over, and one as near to an end passes over in any case. */
  apart?: number;
  /** From how many entries on the way an order is learned. */
  far?: number;
  /** How many orders are kept; those not used for longest go. */
  kept?: number;
}

type Kept = Partial<LearnedKeys> & Pick<LearnedKeys, 'version'> & { every: number };

/** Keeps them in this process: a few kilobytes for each order of a million. */
export function createMilestones({ apart = 5000, far = 100_000, kept = 200 }: Sizes = {}): Milestones {
  const orders = new Map<string, Kept>();

  function keep(name: string, one: Kept): Kept {
    orders.delete(name);
    orders.set(name, one);
    for (const oldest of orders.keys()) {
      if (orders.size <= kept) break;
      orders.delete(oldest);
    }
    return one;
  }

  return {
    async before(tx, { order, place, entries, entriesEach }) {
      const name = `${order.user_id} ${order.list_id} ${order.by} ${order.status}`;
      const known = orders.get(name);
      if (entries < apart || (entries < far && !known?.keys)) return undefined;
      const version = await readVersion(tx, order);
      if (known?.keys && known.version === version) return lastBefore(keep(name, known), place);
      // Learning passes over the whole order: a list that keeps changing is not learned anew with each page.
      const isWorthIt = known === undefined || known.version === version;
      const every = Math.max(1, Math.round(apart / entriesEach));
      return lastBefore(
        keep(name, isWorthIt ? { ...(await learnKeys(tx, order, every)), every } : { version, every }),
        place,
      );
    },
  };
}

function lastBefore({ keys, every }: Kept, place: number): Milestone | undefined {
  const index = Math.floor(place / every);
  const key = keys?.[index];
  return key === undefined ? undefined : { key, place: index * every };
}
