import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@pigeonpost/agent/clock';
import { checkDriver } from '@pigeonpost/agent/driver-trial/conformance';
import { startFaultyNetwork } from '@pigeonpost/agent/driver-trial/faulty-network';
import { startTrialBrowser } from '@pigeonpost/agent/driver-trial/trial-browser';
import { createDescribedDriver } from '@pigeonpost/agent/drivers/described/described';
import { loadDescription } from '@pigeonpost/agent/drivers/described/load-description';
import { startHardSite } from '@pigeonpost/agent/testing/hard-site/hard-site';
import { startPracticeSite } from '@pigeonpost/agent/testing/practice-site';
import { quietProfile } from '@pigeonpost/agent/testing/quiet-profile';
import {
  hardSitePerson,
  practicePerson,
  type ShowingPerson,
  showSite,
  writeToAnna,
} from '@pigeonpost/agent/testing/showing-person';

interface Run {
  name: string;
  /** The address of a thread with anna. */
  address: string;
  person: ShowingPerson;
  /** What the account did before. */
  prepare?: (trial: Trial) => Promise<void>;
}

type Trial = Awaited<ReturnType<typeof startTrialBrowser>>;

const say = (line: string) => console.log(line);
const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-describe-'));
await using left = new AsyncDisposableStack();
left.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }));
const practice = await startPracticeSite();
left.defer(() => practice.close());
const hard = await startHardSite();
left.defer(() => hard.close());
await practice.turn('PUT /unknown/nobody');
await practice.turn('POST /incoming', { account: 'me', person: 'anna', text: 'Hello' });

const runs: Run[] = [
  { name: 'hearth', address: `${hard.url}/t/anna`, person: hardSitePerson('me') },
  {
    name: 'shown-practice',
    address: `${practice.url}/direct/anna`,
    person: practicePerson('me'),
    prepare: (trial) => trial.browser.work((page) => writeToAnna(page, practice.url, 'me')),
  },
];
let isGood = true;
for (const run of runs) isGood = (await describeAndCheck(run)) && isGood;
say(isGood ? 'Both descriptions pass.' : 'A description does not pass.');
process.exitCode = isGood ? 0 : 1;

/** From an address to the check's answer, as a person at the command goes it. */
async function describeAndCheck({ name, address, person, prepare }: Run): Promise<boolean> {
  const profilePath = join(folder, `profile-${name}`);
  await mkdir(profilePath);
  await quietProfile(profilePath);
  const firefox = { profilePath, show: false, env: { ...process.env, HOME: folder } };
  const begun = systemClock.monotonic();
  const passed = () => `${((systemClock.monotonic() - begun) / 1000).toFixed(0)} s`;
  {
    await using trial = await startTrialBrowser(firefox);
    await prepare?.(trial);
    const directory = folder;
    await trial.browser.work((page) => showSite({ page, address, name, directory, person, onLine: say }));
  }
  say(`${name}: described after ${passed()}`);
  const description = await loadDescription(join(folder, 'sites', `${name}.json`));
  await using network = await startFaultyNetwork(systemClock);
  await using trial = await startTrialBrowser({ ...firefox, proxyPort: network.port });
  const options = {
    driver: createDescribedDriver(description),
    person: 'anna',
    unknown: 'nobody',
    mark: name,
    network,
    clock: systemClock,
    signIn: async () => undefined,
    inTab: trial.browser.work,
  };
  const hasPassed = await checkDriver(options, ({ title, seconds, failure }) =>
    say(`${failure === undefined ? 'ok  ' : 'FAIL'}  ${title} (${seconds.toFixed(1)} s) ${failure ?? ''}`),
  );
  say(`${name}: checked after ${passed()}`);
  return hasPassed;
}
