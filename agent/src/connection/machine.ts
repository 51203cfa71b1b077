import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent-protocol';
import { isDefaultProfile } from '@pigeonpost/contract/profiles';
import type { SiteReport } from '../drivers/agent-site.ts';
import { findFirefox, type Installation } from '../firefox/installation.ts';
import { unreadableGroup } from '../firefox/listed-profiles.ts';
import { listProfiles } from '../firefox/profiles.ts';

/** The report about this machine. */
export interface MachineReport {
  firefox: Installation;
  profiles: FirefoxProfile[];
  /** The profiles with a window that a person sees. */
  open: string[];
  /** The profiles with a hidden browser that the agent drives. */
  driving: string[];
  drivers: string[];
  /** Whether the agent's drivers count unread messages. */
  counts_unread: boolean;
  /** Whether they read replies. */
  reads_replies: boolean;
  /** The account's site as this agent took it, and why it cannot use it. */
  site: SiteReport;
  agent_version: string;
}

/** This machine's Firefox and its profiles, as last read. */
export interface Machine {
  installation(): Installation;
  profiles(): FirefoxProfile[];
  /**
   * Throws a sentence unless Firefox lists this folder as a profile that is not its default. The server names folders,
   * and must not reach any other folder of this machine.
   */
  requireProfile(path: string): Promise<void>;
  /** Reads them again; returns whether anything but the sizes has changed. */
  refresh(): Promise<boolean>;
}

/** Whether the agent never uses this profile: Firefox's default ones are for people. */
export function isReserved({ name, directory_name, is_default }: FirefoxProfile): boolean {
  return is_default || isDefaultProfile(name) || isDefaultProfile(directory_name);
}

/**
 * Reads this machine's state. An unreadable profiles.ini or list of a profile group is reported as the error of the
 * installation.
 */
export async function openMachine(env: NodeJS.ProcessEnv): Promise<Machine> {
  let current = await readMachine(env);
  const find = (path: string) => current.profiles.find((profile) => profile.path === path);
  return {
    async requireProfile(path) {
      // It may have been made a moment ago.
      if (!find(path)) current = await readMachine(env);
      const profile = find(path);
      if (!profile)
        throw new Error(current.installation.error ?? `${path} is not a profile that Firefox lists.`);
      if (isReserved(profile))
        throw new Error(`${path} is Firefox's default profile, which is never used here.`);
    },
    installation: () => current.installation,
    profiles: () => current.profiles,
    async refresh() {
      const before = current;
      current = await readMachine(env);
      return fingerprint(before) !== fingerprint(current);
    },
  };
}

interface MachineState {
  installation: Installation;
  profiles: FirefoxProfile[];
}

async function readMachine(env: NodeJS.ProcessEnv): Promise<MachineState> {
  const installation = await findFirefox({ env });
  if (!installation.detected || installation.profiles_dir === null) return { installation, profiles: [] };
  try {
    const profiles = await listProfiles(installation);
    const error = unreadableGroup(installation.profiles_dir) ?? null;
    return { installation: { ...installation, error }, profiles };
  } catch (error) {
    return { installation: { ...installation, error: (error as Error).message }, profiles: [] };
  }
}

function fingerprint({ installation, profiles }: MachineState): string {
  return JSON.stringify([installation, profiles.map(({ size_mb: _, ...profile }) => profile)]);
}
