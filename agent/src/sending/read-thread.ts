import { createSignIn } from '../connection/sign-in.ts';
import type { SiteDriver } from '../drivers/driver.ts';
import { driveWithTimeout } from '../firefox/drive-with-timeout.ts';
import type { ProfileManager } from '../firefox/profile-manager.ts';
import type { UnfinishedDelivery } from '../storage/journal.ts';
import type { ReportOptions } from './report-result.ts';

interface ReadThreadOptions extends ReportOptions {
  manager: ProfileManager;
  driver: SiteDriver;
}

type CutShort = Extract<UnfinishedDelivery, { state: 'clicking' }>;

const TRIES = 3;
const PAUSE_MS = 5_000;
const READ_TIMEOUT = { milliseconds: 60_000, message: 'The thread could not be read in time.' };

/**
 * Reads in the thread whether a message arrived whose sending was interrupted after the click. Its absence proves
 * nothing: it may still be on its way. `aborted`: `end` aborted before that was known.
 */
export async function readThread(
  options: ReadThreadOptions,
  delivery: CutShort,
): Promise<'found' | 'not_seen' | 'aborted'> {
  const { clock, log, end } = options;
  for (let tries = 1; ; tries++) {
    try {
      return (await countCopies(options, delivery)) > delivery.own_messages_before ? 'found' : 'not_seen';
    } catch (error) {
      if (end.aborted) return 'aborted';
      // The profile may be in use, or the site away; neither says anything about the message.
      if (tries === TRIES) {
        log(`The thread with ${delivery.recipient} could not be read: ${(error as Error).message}`, error);
        return 'not_seen';
      }
      await clock.sleep(PAUSE_MS, end);
    }
  }
}

async function countCopies({ driver, ...options }: ReadThreadOptions, delivery: CutShort): Promise<number> {
  const { profile_id, profile_path, recipient, message } = delivery;
  const { call, clock, end } = options;
  const opened = await driveWithTimeout(
    { ...options, profilePath: profile_path, timeout: READ_TIMEOUT, signal: end },
    ({ page, signal }) => {
      const signIn = createSignIn({ call, clock, profile_id, driver, page, signal });
      return driver.openThread(page, { person: recipient, message, isAfterClick: true, signIn });
    },
  );
  if (opened.state !== 'open') throw new Error(`It is ${opened.state.replace('_', ' ')}.`);
  return opened.copies;
}
