import { resolve } from 'node:path';
import type { Machine } from '../connection/machine.ts';
import { readSite, type TakenSite } from '../drivers/site-choice.ts';
import { createProfile } from '../firefox/create-profile.ts';
import { deleteProfile } from '../firefox/delete-profile.ts';
import { testProfile } from '../firefox/test-profile.ts';
import type { AgentDirectory } from '../storage/agent-directory.ts';
import type { ReadingOptions } from './read-profile.ts';
import { readReplies } from './replies.ts';
import type { RequestHandlers, RequestJob } from './request-runner.ts';
import { checkUnread } from './unread.ts';

interface HandlerOptions extends ReadingOptions {
  directory: AgentDirectory;
  env: NodeJS.ProcessEnv;
  machine: Machine;
  /** Takes the account's site once nothing is in hand. */
  changeSite: (site: TakenSite | null) => Promise<void>;
  /** The profiles of this machine differ from the last report. */
  onProfilesChanged: () => void;
}

/** The handler of each kind of request, and its results. */
export function requestHandlers(options: HandlerOptions): RequestHandlers {
  const { manager, machine, onProfilesChanged } = options;
  const refreshMachine = async () => {
    await machine.refresh();
    onProfilesChanged();
  };
  const firefox = () => ({ ...options, installation: machine.installation() });
  return {
    async open(job) {
      await manager.open(profilePath(job));
      return {};
    },
    async close(job) {
      return { closed: await manager.close(profilePath(job)) };
    },
    async list() {
      await refreshMachine();
      const { profiles_dir, executable, detected, error } = machine.installation();
      return {
        profiles_dir,
        firefox_executable: executable,
        detected,
        error,
        profiles: machine.profiles(),
      };
    },
    async create(job) {
      const profile = await createProfile(text(job, 'profile_name'), firefox());
      await refreshMachine();
      return { profile };
    },
    async delete(job) {
      const path = profilePath(job);
      await manager.whileClosed(path, async () => {
        // The wait for another job of the profile may have been long: the request may have ended meanwhile.
        await job.progress();
        await deleteProfile(path, firefox());
      });
      await refreshMachine();
      return {};
    },
    async test(job) {
      const path = profilePath(job);
      const { startLimit } = manager;
      const test = () => testProfile(path, { ...firefox(), startLimit });
      return { message: await manager.whileClosed(path, test) };
    },
    unread: (job) => checkUnread(options, job),
    replies: (job) => readReplies(options, job),
    async site({ payload }) {
      await options.changeSite(readSite(payload.site));
      return {};
    },
  };
}

function profilePath(job: RequestJob): string {
  return resolve(text(job, 'profile_path'));
}

function text({ payload }: RequestJob, name: string): string {
  const value = payload[name];
  if (typeof value !== 'string' || value === '') throw new Error(`The request does not say its ${name}.`);
  return value;
}
