import type { SiteDriver } from './drivers/driver.ts';
import type { ProfileKeeper } from './firefox/profile-keeper.ts';
import { type Journal, type JournalResult, resultAfterCrash, type UnfinishedDelivery } from './journal.ts';
import { lookInThread } from './look-in-thread.ts';
import { type ReportOptions, recordResult } from './report-result.ts';

export interface ReplayOptions extends ReportOptions {
  journal: Journal;
  keeper: ProfileKeeper;
  driver: SiteDriver | undefined;
}

/**
 * Settles and reports what an earlier run of the agent left (engine, Journal); to be done before any new
 * work. Resolves when all of it was answered, or `end` aborts.
 */
export async function replayJournal(options: ReplayOptions): Promise<void> {
  const { journal, say } = options;
  await Promise.all(
    journal.unfinished().map(async (delivery) => {
      const result = await settle(options, delivery);
      // The next start may still find out.
      if (!result) return;
      say(`From the last run: ${delivery.recipient}: ${result.outcome}.`);
      await recordResult(options, delivery, result);
    }),
  );
}

async function settle(
  { driver, ...options }: ReplayOptions,
  delivery: UnfinishedDelivery,
): Promise<JournalResult | undefined> {
  if (delivery.state !== 'clicking' || !driver) return resultAfterCrash(delivery);
  const seen = await lookInThread({ ...options, driver }, delivery);
  if (seen === 'ended') return undefined;
  return seen === 'there' ? { outcome: 'sent' } : resultAfterCrash(delivery);
}
