import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent';
import { findFirefox, type Installation } from './firefox/installation.ts';
import { listProfiles } from './firefox/profiles.ts';

/** What PUT /api/agent/machine is told. */
export interface MachineReport {
  firefox: Installation;
  profiles: FirefoxProfile[];
  open: string[];
  drivers: string[];
}

/** This machine's Firefox and its profiles, as they were last looked at. */
export interface Machine {
  installation(): Installation;
  profiles(): FirefoxProfile[];
  /** Looks again; gives whether anything but the sizes has changed. */
  look(): Promise<boolean>;
}

/** Looks at this machine. A profiles.ini that cannot be read is reported as the error of the installation. */
export async function openMachine(env: NodeJS.ProcessEnv): Promise<Machine> {
  let seen = await lookAt(env);
  return {
    installation: () => seen.installation,
    profiles: () => seen.profiles,
    async look() {
      const before = seen;
      seen = await lookAt(env);
      return fingerprint(before) !== fingerprint(seen);
    },
  };
}

interface Seen {
  installation: Installation;
  profiles: FirefoxProfile[];
}

async function lookAt(env: NodeJS.ProcessEnv): Promise<Seen> {
  const installation = await findFirefox({ env });
  if (!installation.detected) return { installation, profiles: [] };
  try {
    return { installation, profiles: await listProfiles(installation) };
  } catch (error) {
    return { installation: { ...installation, error: (error as Error).message }, profiles: [] };
  }
}

function fingerprint({ installation, profiles }: Seen): string {
  return JSON.stringify([installation, profiles.map(({ size_mb: _, ...profile }) => profile)]);
}
