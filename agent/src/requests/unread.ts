import { createSignIn } from '../connection/sign-in.ts';
import type { SiteDriver } from '../drivers/driver.ts';
import { driveWithTimeout } from '../firefox/drive-with-timeout.ts';
import { canRead, type Reading, type ReadingOptions, readProfile } from './read-profile.ts';
import type { RequestJob, Results } from './request-runner.ts';

type CountUnread = NonNullable<SiteDriver['countUnread']>;

interface AskedProfile {
  profile_id: number;
  profile_name: string;
  profile_path: string;
  /** Since when its replies are read too, if they are. */
  since?: string;
}

interface Checked extends Partial<Reading> {
  profile_name: string;
  profile_path: string;
  unread_count: number;
  error: string | null;
}

const CHECK_TIMEOUT = { milliseconds: 2 * 60_000, message: 'The profile could not be checked in time.' };

/**
 * Counts the unread threads of each profile of the payload, one after another, and reads the replies where the payload
 * asks for them. Replies are reported once, as those of a reading are.
 */
export async function checkUnread(
  options: ReadingOptions,
  { payload, progress }: RequestJob,
): Promise<Results> {
  // The check ends with the driver with which it began.
  const driver = options.site.driver();
  if (!driver) throw new Error('This agent has no site driver to count unread messages with.');
  const { countUnread } = driver;
  if (!countUnread) throw new Error(`The site driver "${driver.name}" does not count unread messages.`);
  const profiles = payload.profiles as AskedProfile[] | undefined;
  if (!Array.isArray(profiles)) throw new Error('The request does not say which profiles are to be checked.');
  const results: Checked[] = [];
  for (const profile of profiles) {
    const checked = await check({ ...options, driver, countUnread: countUnread.bind(driver) }, profile);
    const read = await readToo({ ...options, driver }, profile);
    await progress(summary([...results, { ...checked, ...read }]));
    results.push({ ...checked, ...(read && { ...read, replies: [] }) });
  }
  return summary(results);
}

async function check(
  { countUnread, stop, ...options }: ReadingOptions & { driver: SiteDriver; countUnread: CountUnread },
  { profile_id, profile_name, profile_path }: AskedProfile,
): Promise<Checked> {
  try {
    const unread_count = await driveWithTimeout(
      {
        ...options,
        profilePath: profile_path,
        timeout: CHECK_TIMEOUT,
        signal: stop,
      },
      ({ page, signal }) =>
        countUnread(page, {
          signIn: createSignIn({ ...options, profile_id, page, signal }),
        }),
    );
    return { profile_name, profile_path, unread_count, error: null };
  } catch (error) {
    options.log(`The unread messages of ${profile_name} could not be counted.`, error);
    return { profile_name, profile_path, unread_count: 0, error: (error as Error).message };
  }
}

/** A count without the replies is better than none. */
async function readToo(
  options: ReadingOptions & { driver: SiteDriver },
  profile: AskedProfile,
): Promise<Reading | undefined> {
  const { driver, log } = options;
  const { since, profile_name } = profile;
  if (since === undefined || !canRead(driver)) return undefined;
  try {
    return await readProfile({ ...options, driver, profile, since });
  } catch (error) {
    log(`The replies of ${profile_name} could not be read.`, error);
    return undefined;
  }
}

function summary(results: Checked[]): Results {
  const total_unread = results.reduce((sum, { unread_count }) => sum + unread_count, 0);
  return { profiles_checked: results.length, total_unread, results };
}
