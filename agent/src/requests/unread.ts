import type { Call } from '@pigeonpost/contract/client';
import type { Clock } from '../clock.ts';
import { createSignIn } from '../connection/sign-in.ts';
import type { AgentSite } from '../drivers/agent-site.ts';
import type { SiteDriver } from '../drivers/driver.ts';
import { driveWithTimeout } from '../firefox/drive-with-timeout.ts';
import type { ProfileManager } from '../firefox/profile-manager.ts';
import type { Log } from '../log.ts';
import type { RequestJob, Results } from './request-runner.ts';

interface UnreadOptions {
  call: Call;
  clock: Clock;
  manager: ProfileManager;
  site: Pick<AgentSite, 'driver'>;
  stop: AbortSignal;
  log: Log;
}

type CountUnread = NonNullable<SiteDriver['countUnread']>;

interface AskedProfile {
  profile_id: number;
  profile_name: string;
  profile_path: string;
}

interface Checked {
  profile_name: string;
  profile_path: string;
  unread_count: number;
  error: string | null;
}

const CHECK_TIMEOUT = { milliseconds: 2 * 60_000, message: 'The profile could not be checked in time.' };

/** Counts the unread threads of each profile of the payload, one after another. */
export async function checkUnread(
  options: UnreadOptions,
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
    results.push(await check({ ...options, countUnread: countUnread.bind(driver) }, profile));
    await progress(summary(results));
  }
  return summary(results);
}

async function check(
  { countUnread, stop, ...options }: UnreadOptions & { countUnread: CountUnread },
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
          signIn: createSignIn({ call: options.call, profile_id, signal }),
        }),
    );
    return { profile_name, profile_path, unread_count, error: null };
  } catch (error) {
    options.log(`The unread messages of ${profile_name} could not be counted.`, error);
    return { profile_name, profile_path, unread_count: 0, error: (error as Error).message };
  }
}

function summary(results: Checked[]): Results {
  const total_unread = results.reduce((sum, { unread_count }) => sum + unread_count, 0);
  return { profiles_checked: results.length, total_unread, results };
}
