import { driveWithin } from './drive-within.ts';
import type { SiteDriver } from './drivers/driver.ts';
import type { ProfileKeeper } from './firefox/profile-keeper.ts';
import type { UnfinishedDelivery } from './journal.ts';
import type { ReportOptions } from './report-result.ts';
import { signInOf } from './sign-in.ts';

export interface LookOptions extends ReportOptions {
  keeper: ProfileKeeper;
  driver: SiteDriver;
}

type CutShort = Extract<UnfinishedDelivery, { state: 'clicking' }>;

const TRIES = 3;
const AGAIN_MS = 5_000;
const LIMIT_MS = 60_000;

/**
 * Reads in the thread whether a message is there whose sending was cut short after the click. That it is not
 * there proves nothing: it may still be on its way. `ended`: the agent ends before it could be found out.
 */
export async function lookInThread(
  options: LookOptions,
  delivery: CutShort,
): Promise<'there' | 'not_seen' | 'ended'> {
  const { clock, end } = options;
  for (let tries = 1; ; tries++) {
    try {
      return (await countCopies(options, delivery)) > delivery.own_messages_before ? 'there' : 'not_seen';
    } catch {
      if (end.aborted) return 'ended';
      // The profile may be in use, the site away: neither says anything about the message.
      if (tries === TRIES) return 'not_seen';
      await clock.sleep(AGAIN_MS, end).catch(() => {});
    }
  }
}

async function countCopies({ driver, ...options }: LookOptions, delivery: CutShort): Promise<number> {
  const { profile_id, profile_path, recipient, message } = delivery;
  const { call, end } = options;
  const opened = await driveWithin(
    {
      ...options,
      profilePath: profile_path,
      limit: LIMIT_MS,
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
