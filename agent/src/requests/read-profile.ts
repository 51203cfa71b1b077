import type { SeenReply } from '@pigeonpost/contract/calls/agent-protocol';
import type { Call } from '@pigeonpost/contract/client';
import { REPLIES_A_READING } from '@pigeonpost/contract/people/replies';
import type { Clock } from '../clock.ts';
import { createSignIn } from '../connection/sign-in.ts';
import type { AgentSite } from '../drivers/agent-site.ts';
import type { SiteDriver } from '../drivers/driver.ts';
import { reportReplies } from '../drivers/report-replies.ts';
import { driveWithTimeout } from '../firefox/drive-with-timeout.ts';
import type { ProfileManager } from '../firefox/profile-manager.ts';
import type { Log } from '../log.ts';

/** What the requests need that look into profiles. */
export interface ReadingOptions {
  call: Call;
  clock: Clock;
  manager: ProfileManager;
  site: Pick<AgentSite, 'driver'>;
  stop: AbortSignal;
  log: Log;
  /** Takes no delivery for this profile until the job has ended. */
  keepFree<T>(profilePath: string, job: () => Promise<T>): Promise<T>;
}

interface ReadOptions extends ReadingOptions {
  driver: SiteDriver & Required<Pick<SiteDriver, 'readReplies'>>;
  profile: { profile_id: number; profile_path: string };
  /** As the server says it. */
  since: string;
}

/** What was read of one profile. */
export interface Reading {
  /** The next reading goes on from here. */
  read_to: string;
  /** There is more: the next reading may come at once. */
  is_cut: boolean;
  replies: SeenReply[];
}

/** Below the server's limit for a body, whatever else stands in it. */
const REPORT_BYTES = 600_000;
const READ_TIMEOUT = {
  milliseconds: 5 * 60_000,
  message: 'The replies of this profile could not be read in time.',
};

/** Whether this driver can read replies. */
export function canRead(driver: SiteDriver): driver is ReadOptions['driver'] {
  return driver.readReplies !== undefined;
}

/** Reads what people wrote to a profile since then (docs/site-drivers.md#replies). Throws a sentence. */
export async function readProfile({ driver, profile, stop, ...options }: ReadOptions): Promise<Reading> {
  const since = new Date(options.since);
  if (Number.isNaN(since.getTime())) throw new Error('The request does not say since when to read.');
  const { profile_id, profile_path: profilePath } = profile;
  const read = await options.keepFree(profilePath, () =>
    driveWithTimeout({ ...options, profilePath, timeout: READ_TIMEOUT, signal: stop }, ({ page, signal }) => {
      const signIn = createSignIn({ ...options, profile_id, driver, page, signal });
      return driver.readReplies(page, { since, most: REPLIES_A_READING, signIn });
    }),
  );
  const all = reportReplies(read.replies);
  const replies = cut(all);
  if (replies.length === all.length)
    return { read_to: read.readTo.toISOString(), is_cut: read.isCut === true, replies };
  return { read_to: replies.at(-1)?.at ?? since.toISOString(), is_cut: true, replies };
}

/** The oldest, as many as one report may hold. */
function cut(replies: SeenReply[]): SeenReply[] {
  let bytes = 0;
  const tooMany = replies.findIndex((reply, index) => {
    bytes += Buffer.byteLength(JSON.stringify(reply));
    return index === REPLIES_A_READING || bytes > REPORT_BYTES;
  });
  return tooMany === -1 ? replies : replies.slice(0, tooMany);
}
