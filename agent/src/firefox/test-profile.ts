import { resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import type { AgentDirectory } from '../storage/agent-directory.ts';
import { startBrowser } from './browser.ts';
import { requireFirefox } from './installation.ts';
import { listedProfiles } from './listed-profiles.ts';
import type { FirefoxOptions } from './profiles.ts';
import { StartLimit } from './start-limit.ts';

const TITLE = 'Pigeonpost profile test';

/**
 * Starts Firefox with a profile, reads a page and ends it; returns a sentence about it. Throws the reason if it failed.
 * Call it within the manager's `whileClosed`.
 */
export async function testProfile(
  wantedPath: string,
  {
    installation,
    env,
    directory,
    clock,
    startLimit = new StartLimit(),
  }: Omit<FirefoxOptions, 'platform'> & {
    directory: AgentDirectory;
    clock: Clock;
    startLimit?: StartLimit;
  },
): Promise<string> {
  const { executable, profiles_dir } = requireFirefox(installation);
  const profilePath = resolve(wantedPath);
  if (!listedProfiles(profiles_dir).some(({ path }) => path === profilePath)) {
    throw new Error(`${profilePath} is not a profile that Firefox lists.`);
  }
  const asked = clock.monotonic();
  const browser = await startBrowser({
    executable,
    profilePath,
    headless: true,
    directory,
    clock,
    env,
    startLimit,
  });
  try {
    const title = await browser.work(async (page) => {
      await page.goto(`data:text/html,<title>${TITLE}</title>`);
      return page.title();
    });
    if (title !== TITLE) throw new Error(`Firefox showed '${title}' instead of the test page.`);
  } finally {
    await browser.close();
  }
  const seconds = ((clock.monotonic() - asked) / 1000).toFixed(1);
  return `Firefox ${browser.version.replace(/^firefox\//i, '')} opened this profile and a page in ${seconds} s`;
}
