import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findFirefox, type Installation } from '../firefox/installation.ts';
import { type AgentDirectory, openAgentDirectory } from '../storage/agent-directory.ts';
import { quietProfile } from './quiet-profile.ts';

/** The machine's real Firefox with a temporary home. */
export interface TemporaryFirefox {
  home: string;
  env: NodeJS.ProcessEnv;
  installation: Installation;
  executable: string;
  profilesDir: string;
  directory: AgentDirectory;
  /**
   * A folder for a profile that profiles.ini does not list, with background work switched off unless it is to be empty.
   */
  profileFolder(name: string, options?: { isEmpty?: boolean }): Promise<string>;
  /** Switches background work off in a listed profile. */
  quiet(profilePath: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes a home for Firefox without access to the real one. */
export async function temporaryFirefox(): Promise<TemporaryFirefox> {
  const home = await mkdtemp(join(tmpdir(), 'pigeonpost-firefox-'));
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: home };
  const installation = await findFirefox({ env });
  const { executable, profiles_dir: profilesDir, error } = installation;
  assert.ok(executable && profilesDir, error ?? '');
  assert.ok(profilesDir.startsWith(home));
  const directory = openAgentDirectory(join(home, 'pigeonpost'));
  return {
    home,
    env,
    installation,
    executable,
    profilesDir,
    directory,
    async profileFolder(name, { isEmpty = false } = {}) {
      const path = join(home, 'profiles', name);
      await mkdir(path, { recursive: true });
      if (!isEmpty) await quietProfile(path);
      return path;
    },
    quiet: (path) => quietProfile(path, cacheOfListed(home, path)),
    async [Symbol.asyncDispose]() {
      directory.close();
      // Firefox's last children may still be writing for a moment.
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** The cache folder of a listed profile in this home, on Linux. */
export function cacheOfListed(home: string, profilePath: string): string {
  return join(home, '.cache/mozilla/firefox', basename(profilePath));
}
