import { driveWithin } from './drive-within.ts';
import type { SiteDriver } from './drivers/driver.ts';
import type { ProfileKeeper } from './firefox/profile-keeper.ts';
import { type Journal, type JournalResult, resultAfterCrash, type UnfinishedDelivery } from './journal.ts';
import { type ReportOptions, recordResult } from './report-result.ts';
import { signInOf } from './sign-in.ts';

export interface ReplayOptions extends ReportOptions {
  journal: Journal;
  keeper: ProfileKeeper;
  driver: SiteDriver | undefined;
}

const READ_TRIES = 3;
const READ_AGAIN_MS = 5_000;
const READ_LIMIT_MS = 60_000;

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
  options: ReplayOptions,
  delivery: UnfinishedDelivery,
): Promise<JournalResult | undefined> {
  if (delivery.state !== 'clicking' || !options.driver) return resultAfterCrash(delivery);
  const { clock, end } = options;
  for (let tries = 1; ; tries++) {
    try {
      const copies = await countCopies({ ...options, driver: options.driver }, delivery);
      if (copies > delivery.own_messages_before) return { outcome: 'sent' };
      // It may still be on its way: that it is not there proves nothing.
      return resultAfterCrash(delivery);
    } catch {
      if (end.aborted) return undefined;
      // The profile may be in use, the site away: neither says anything about the message.
      if (tries === READ_TRIES) return resultAfterCrash(delivery);
      await clock.sleep(READ_AGAIN_MS, end).catch(() => {});
    }
  }
}

async function countCopies(
  { driver, ...options }: ReplayOptions & { driver: SiteDriver },
  { profile_id, profile_path, recipient, message }: UnfinishedDelivery,
): Promise<number> {
  const { call, end } = options;
  const opened = await driveWithin(
    {
      ...options,
      profilePath: profile_path,
      limit: READ_LIMIT_MS,
      tooLong: 'The thread could not be read in time.',
      signal: end,
    },
    (page, cut) => {
      const signIn = signInOf({ call, profileId: profile_id, signal: cut });
      return driver.openThread(page, { person: recipient, message, signIn });
    },
  );
  if (opened.state !== 'open') throw new Error('The thread cannot be read.');
  return opened.copies;
}
