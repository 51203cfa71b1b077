import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent-protocol';
import { firefoxNameError } from '@pigeonpost/contract/firefox-profiles';
import { type Clock, settlesWithin } from '../clock.ts';
import { keyedMutex } from '../keyed-mutex.ts';
import { requireFirefox } from './installation.ts';
import { firefoxEnvironment } from './launch.ts';
import { listedProfiles } from './listed-profiles.ts';
import { type FirefoxOptions, listProfiles } from './profiles.ts';
import {
  editProfilesIni,
  type ProfileEntry,
  profileEntries,
  readProfilesIni,
  withName,
} from './profiles-ini.ts';

const run = promisify(execFile);

const CREATE_LIMIT_MS = 15_000;

const creating = keyedMutex();

interface CreateOptions extends FirefoxOptions {
  clock: Clock;
}

/** Makes a Firefox profile (docs/firefox.md#creating-a-profile). Throws a sentence for an invalid or taken name. */
export async function createProfile(wantedName: string, options: CreateOptions): Promise<FirefoxProfile> {
  const { profiles_dir } = requireFirefox(options.installation);
  // One at a time: each reads and writes the same profiles.ini.
  return creating(profiles_dir, async () => {
    const name = checkedName(wantedName);
    const before = listedProfiles(profiles_dir);
    if (before.some((profile) => profile.name.toLowerCase() === name.toLowerCase())) {
      throw new Error(`There is a Firefox profile called '${name}' already.`);
    }
    // The first profile becomes Firefox's default one, which is not shown and not deleted.
    if (before.length === 0) await create('default', options);
    const made = await create(slugOf(name), options);
    editProfilesIni(profiles_dir, (ini) => withName(ini, made.section, name));
    const profiles = await listProfiles(options.installation);
    const profile = profiles.find(({ path }) => path === made.path);
    if (profile?.name !== name) throw new Error(`Firefox did not keep the new profile '${name}'.`);
    return profile;
  });
}

function checkedName(wanted: string): string {
  const error = firefoxNameError(wanted);
  if (error) throw new Error(error);
  return wanted.trim();
}

// Firefox uses it in the folder's name, and splits its argument at the first space.
function slugOf(name: string): string {
  const readable = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${readable || 'profile'}-${randomBytes(4).toString('hex')}`;
}

/** Has Firefox make it. Firefox answers an invalid name by starting a browser, and a duplicate by doing nothing. */
async function create(slug: string, { installation, env, clock }: CreateOptions): Promise<ProfileEntry> {
  const { executable, profiles_dir } = requireFirefox(installation);
  const late = new AbortController();
  const command = run(executable, ['--headless', '-CreateProfile', slug], {
    env: firefoxEnvironment(env),
    signal: late.signal,
    killSignal: 'SIGKILL',
  });
  if (!(await settlesWithin(clock, CREATE_LIMIT_MS, command))) late.abort();
  const said = await command.then(
    ({ stderr }) => stderr,
    (error: Error) => error.message,
  );
  const made = profileEntries(readProfilesIni(profiles_dir), profiles_dir).find(({ name }) => name === slug);
  if (!made) throw new Error(`Firefox did not make the profile: ${said.trim()}`);
  return made;
}
