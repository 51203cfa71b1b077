import type { AgentDirectory } from '../storage/agent-directory.ts';
import type { SiteDriver } from './driver.ts';
import { loadChosenDriver, PRACTICE_WINS } from './load-chosen-driver.ts';
import { loadDriver } from './load-driver.ts';
import { signInOrigins } from './secret-place.ts';
import { findSiteChoice, storeSiteChoice, type TakenSite } from './site-choice.ts';

/** The choice that this agent took, and why it cannot use it. */
export interface SiteReport {
  choice: TakenSite | null;
  error: string | null;
  /** The servers to which its driver gives a stored password, if it says some. */
  origins?: string;
}

/** The site that the agent works through: the account's choice, or without one what lies in the agent's folder. */
export interface AgentSite {
  driver(): SiteDriver | undefined;
  /** Its part of the machine's report. */
  report(): { drivers: string[]; counts_unread: boolean; reads_replies: boolean; site: SiteReport };
  /** A sentence for the person at this machine; undefined if there is nothing to work through. */
  describe(): string | undefined;
  /** Takes another choice, also for the next start. Throws a sentence, with all as before, if it cannot be stored. */
  take(choice: TakenSite | null): Promise<void>;
  /** Tries once more what could not be used; returns whether it can be now. */
  retry(): Promise<boolean>;
}

interface SiteOptions {
  /** PRACTICE_URL: if set, only the practice inbox is ever messaged. */
  practiceUrl: string | undefined;
  directory: Pick<AgentDirectory, 'path'>;
}

interface Loaded {
  driver: SiteDriver | undefined;
  error: string | null;
}

/**
 * The site as it was taken last (docs/behaviour.md#site). What cannot be used is reported, and the agent goes on without
 * a driver, so that another choice in the app reaches it.
 */
export async function openSite(options: SiteOptions): Promise<AgentSite> {
  const { directory } = options;
  let choice = findSiteChoice(directory);
  let { driver, error } = choice ? await loadChoice(options, choice) : await loadFolder(options);
  const use = (loaded: Loaded) => {
    ({ driver, error } = loaded);
  };
  return {
    driver: () => driver,
    report: () => ({
      drivers: driver ? [driver.name] : [],
      counts_unread: driver?.countUnread !== undefined,
      reads_replies: driver?.readReplies !== undefined,
      site: { choice, error, ...originsOfReport(driver) },
    }),
    describe: () => error ?? (driver && `Works through the site driver "${driver.name}".`),
    async take(next) {
      storeSiteChoice(directory, next);
      choice = next;
      use(next ? await loadChoice(options, next) : await loadFolder(options));
    },
    async retry() {
      if (error === null || driver) return false;
      use(choice ? await loadChoice(options, choice) : await loadFolder(options));
      return error === null;
    },
  };
}

async function loadFolder({ practiceUrl, directory }: SiteOptions): Promise<Loaded> {
  try {
    return { driver: await loadDriver({ practiceUrl, directory: directory.path }), error: null };
  } catch (error) {
    return failed(error as Error);
  }
}

async function loadChoice(options: SiteOptions, choice: TakenSite): Promise<Loaded> {
  // A trial never reaches real people, whatever was chosen.
  if (options.practiceUrl) {
    const { driver } = await loadFolder(options);
    return { driver, error: choice.kind === 'practice' ? null : PRACTICE_WINS };
  }
  try {
    return { driver: await loadChosenDriver(choice, options.directory.path), error: null };
  } catch (error) {
    return failed(error as Error);
  }
}

function originsOfReport(driver: SiteDriver | undefined): Pick<SiteReport, 'origins'> {
  const origins = driver && signInOrigins(driver)?.join(' ');
  return origins ? { origins } : {};
}

function failed(error: Error): Loaded {
  return { driver: undefined, error: error.message };
}
