import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@pigeonpost/agent/clock';
import { checkDriver } from '@pigeonpost/agent/driver-trial/conformance';
import { startFaultyNetwork } from '@pigeonpost/agent/driver-trial/faulty-network';
import { startTrialBrowser } from '@pigeonpost/agent/driver-trial/trial-browser';
import { loadDriver } from '@pigeonpost/agent/drivers/load-driver';
import { quietProfile } from '@pigeonpost/agent/testing/quiet-profile';
import { unlessAborted } from '../kills/until.ts';
import { type SiteScene, writeSettings } from './real-site.ts';

const SIGN_IN = { insta_username: 'marta', insta_password: 'secret' };

/**
 * Runs the cases of every driver (docs/site-drivers.md#checking-a-driver) on a real server and compares the driver's
 * outcomes with the arrivals.
 */
export async function checkShippedDriver({ folder, site, say, signal }: SiteScene): Promise<boolean> {
  for (const name of [SIGN_IN.insta_username, 'anna']) await site.addAccount(name, SIGN_IN.insta_password);
  const directory = join(folder, 'agent');
  await writeSettings(directory, site);
  const driver = await loadDriver({ practiceUrl: undefined, directory });
  if (!driver) throw new Error('The settings file did not choose the driver.');
  const profilePath = join(folder, 'profile');
  await mkdir(profilePath);
  await quietProfile(profilePath);
  await using network = await startFaultyNetwork(systemClock);
  const env = { ...process.env, HOME: folder };
  await using trial = await startTrialBrowser({ profilePath, show: false, env, proxyPort: network.port });
  const options = { driver, person: 'anna', unknown: 'nobody', mark: '7', network, clock: systemClock };
  const marks = await site.replies?.marks();
  const writeBack = async (text: string) => {
    await site.replies?.write('anna', SIGN_IN.insta_username, text);
    return site.replies !== undefined;
  };
  const checking = checkDriver(
    { ...options, signIn: async () => SIGN_IN, inTab: trial.browser.work, writeBack },
    ({ title, seconds, failure, skipped }) => {
      if (signal.aborted) return;
      const state = failure !== undefined ? 'FAIL' : skipped !== undefined ? 'skip' : 'ok  ';
      say(`${state}  ${title} (${seconds.toFixed(1)} s)`);
      const reason = failure ?? skipped;
      if (reason !== undefined) say(`      ${reason}`);
    },
  );
  const isGood = await unlessAborted(checking, signal);
  const arrived = await site.arrivedAt('anna');
  const asWritten = arrived.filter((text) => text === 'Trial 7: as written 🕊️\n"quoted" & <plain>').length;
  say(
    `${asWritten === 2 ? 'ok  ' : 'FAIL'}  the server keeps ${asWritten} of the 2 messages as they were written`,
  );
  const isUnseen = (await site.replies?.marks()) === marks;
  say(`${isUnseen ? 'ok  ' : 'FAIL'}  the server was not told that anything was read`);
  return isGood && asWritten === 2 && isUnseen;
}
