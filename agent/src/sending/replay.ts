import type { SiteDriver } from '../drivers/driver.ts';
import type { ProfileManager } from '../firefox/profile-manager.ts';
import { type Journal, resultAfterCrash, type UnfinishedDelivery } from '../storage/journal.ts';
import type { JournalOwner, JournalResult } from '../storage/journal-lines.ts';
import { readThread } from './read-thread.ts';
import { type ReportOptions, recordResult } from './report-result.ts';

interface ReplayOptions extends ReportOptions {
  journal: Journal;
  owner: JournalOwner;
  manager: ProfileManager;
  driver: SiteDriver | undefined;
}

/**
 * Reports what an earlier run of the agent left in the journal. Call it before any new work. Resolves when all of it
 * was answered, or `end` aborts.
 */
export async function replayJournal(options: ReplayOptions): Promise<void> {
  const { journal, owner, log } = options;
  const foreign = journal.countForeign(owner);
  if (foreign > 0) {
    log(`The journal keeps results for another server or user (${foreign}); they are not reported here.`);
  }
  await Promise.all(
    journal.unfinished(owner).map(async (delivery) => {
      const result = await resultOf(options, delivery);
      // The next start may still find out.
      if (!result) return;
      log(`From the last run: ${delivery.recipient}: ${result.outcome}.`);
      await recordResult(options, delivery, result);
    }),
  );
}

async function resultOf(
  { driver, ...options }: ReplayOptions,
  delivery: UnfinishedDelivery,
): Promise<JournalResult | undefined> {
  if (delivery.state !== 'clicking' || !driver) return resultAfterCrash(delivery);
  const seen = await readThread({ ...options, driver }, delivery);
  if (seen === 'aborted') return undefined;
  return seen === 'found' ? { outcome: 'sent' } : resultAfterCrash(delivery);
}
