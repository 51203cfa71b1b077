import type { AgentSite } from './agent-site.ts';
import type { SiteDriver } from './driver.ts';
import type { TakenSite } from './site-choice.ts';

/** Changes of the site between deliveries: none begins during a change, and a change waits until all have ended. */
interface SiteChanges {
  /** The driver for a delivery that begins now; undefined if none may. */
  driver(): SiteDriver | undefined;
  /** Counts a delivery as in hand until it has ended. */
  inHand(delivery: Promise<void>): Promise<void>;
  /** Takes the choice once nothing is in hand. Throws a sentence if it cannot be stored. */
  change(choice: TakenSite | null): Promise<void>;
}

/** Keeps deliveries and changes of the site apart (docs/behaviour.md#site). */
export function createSiteChanges({ site }: { site: AgentSite }): SiteChanges {
  const deliveries = new Set<Promise<void>>();
  let isChanging = false;
  return {
    driver: () => (isChanging ? undefined : site.driver()),
    async inHand(delivery) {
      deliveries.add(delivery);
      await delivery.finally(() => deliveries.delete(delivery));
    },
    async change(choice) {
      isChanging = true;
      try {
        await Promise.allSettled(deliveries);
        await site.take(choice);
      } finally {
        isChanging = false;
      }
    },
  };
}
