import { resolve } from 'node:path';
import type { Call } from '@pigeonpost/contract/client';
import type { AgentDirectory } from './agent-directory.ts';
import type { Clock } from './clock.ts';
import type { SiteDriver } from './drivers/driver.ts';
import { createProfile } from './firefox/create-profile.ts';
import { deleteProfile } from './firefox/delete-profile.ts';
import type { ProfileKeeper } from './firefox/profile-keeper.ts';
import { testProfile } from './firefox/test-profile.ts';
import type { Machine } from './machine.ts';
import type { RequestHandlers, RequestWork } from './requests.ts';
import { checkUnread } from './unread.ts';

export interface HandlerOptions {
  call: Call;
  clock: Clock;
  directory: AgentDirectory;
  env: NodeJS.ProcessEnv;
  keeper: ProfileKeeper;
  machine: Machine;
  driver: SiteDriver | undefined;
  stop: AbortSignal;
  /** The profiles of this machine are no longer those that were reported. */
  onProfilesChanged: () => void;
}

/** What this agent does for each kind of request, with the results of 2-administration, 3. */
export function requestHandlers(options: HandlerOptions): RequestHandlers {
  const { keeper, machine, onProfilesChanged } = options;
  const lookAgain = async () => {
    await machine.look();
    onProfilesChanged();
  };
  const firefox = () => ({ ...options, installation: machine.installation() });
  return {
    async open(work) {
      await keeper.open(profilePath(work));
      return {};
    },
    async close(work) {
      return { closed: await keeper.close(profilePath(work)) };
    },
    async list() {
      await lookAgain();
      const { profiles_dir, executable, detected, error } = machine.installation();
      return {
        profiles_dir,
        firefox_executable: executable,
        detected,
        error,
        profiles: machine.profiles(),
      };
    },
    async create(work) {
      const profile = await createProfile(text(work, 'profile_name'), firefox());
      await lookAgain();
      return { profile };
    },
    async delete(work) {
      const path = profilePath(work);
      await keeper.whileClosed(path, () => deleteProfile(path, firefox()));
      await lookAgain();
      return {};
    },
    async test(work) {
      const path = profilePath(work);
      return { message: await keeper.whileClosed(path, () => testProfile(path, firefox())) };
    },
    unread: (work) => checkUnread(options, work),
  };
}

function profilePath(work: RequestWork): string {
  return resolve(text(work, 'profile_path'));
}

function text({ payload }: RequestWork, name: string): string {
  const value = payload[name];
  if (typeof value !== 'string' || value === '') throw new Error(`The request does not say its ${name}.`);
  return value;
}
