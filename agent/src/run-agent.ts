import { join } from 'node:path';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { connect, HOW_TO_ENROL } from './connection/connect.ts';
import { type Machine, openMachine } from './connection/machine.ts';
import { type AgentSite, openSite } from './drivers/agent-site.ts';
import { findFirefox, requireFirefox } from './firefox/installation.ts';
import { openProfileManager } from './firefox/profile-manager.ts';
import { StartLimit } from './firefox/start-limit.ts';
import type { Log } from './log.ts';
import type { AgentDirectory } from './storage/agent-directory.ts';
import { openJournal } from './storage/journal.ts';
import { AGENT_VERSION } from './version.ts';
import { workUntilStopped } from './work-session.ts';

interface RunOptions {
  config: Config;
  directory: AgentDirectory;
  clock: Clock;
  log: Log;
  /** Aborted when the agent is to end: it finishes deliveries past begin and releases the rest. */
  stop: AbortSignal;
}

/** Works until it is told to stop. Throws a sentence if it cannot start or continue. */
export async function runAgent(options: RunOptions): Promise<void> {
  const { config, directory, clock, log, stop } = options;
  const { env } = config;
  const site = await openSite({ practiceUrl: config.practiceUrl, directory });
  const machine = await openMachine(env);
  let onChange = () => {};
  const manager = await openProfileManager({
    executable: async () => requireFirefox(await findFirefox({ env })).executable,
    headless: true,
    home: () => site.driver()?.home,
    requireProfile: (path) => machine.requireProfile(path),
    directory,
    clock,
    env,
    startLimit: new StartLimit(config.firefoxStartSeconds),
    onChange: () => onChange(),
    onNotice: log,
  });
  const report = () => ({
    firefox: machine.installation(),
    profiles: machine.profiles(),
    open: manager.windowPaths(),
    driving: manager.drivenPaths(),
    ...site.report(),
    agent_version: AGENT_VERSION,
  });
  const journal = await openJournal(directory, clock);
  try {
    const connection = await connect({ ...options, signal: stop, report, journal });
    announce({ config, machine, site, folder: directory.path, log });
    const listen = (listener: () => void) => {
      onChange = listener;
    };
    await workUntilStopped({
      ...options,
      ...connection,
      env,
      journal,
      manager,
      machine,
      site,
      report,
      listen,
    });
    if (connection.client.revoked.aborted) {
      throw new Error(
        `The server no longer accepts the token of this agent: it was revoked. ${HOW_TO_ENROL}`,
      );
    }
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    await journal.close();
  }
}

function announce({
  config,
  machine,
  site,
  folder,
  log,
}: {
  config: Config;
  machine: Machine;
  site: AgentSite;
  folder: string;
  log: Log;
}): void {
  const { version, error } = machine.installation();
  const count = machine.profiles().length;
  log(
    `Connected to ${config.url}. Firefox ${version ?? 'not found'}, ${count} ${count === 1 ? 'profile' : 'profiles'}.`,
  );
  if (error) log(error);
  const works = site.describe();
  if (works) {
    log(works);
    return;
  }
  log(
    `There is no site driver, so nothing is sent. Choose your site on ${config.url}/settings#site; this agent takes it from there.`,
  );
  log(
    `Or put a driver into ${join(folder, 'drivers')} and start the agent again: docs/site-drivers.md of Pigeonpost says how.`,
  );
}
