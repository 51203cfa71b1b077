import { mkdir } from 'node:fs/promises';
import { systemClock } from '@pigeonpost/agent/clock';
import { createProfile } from '@pigeonpost/agent/firefox/create-profile';
import { findFirefox } from '@pigeonpost/agent/firefox/installation';
import { listProfiles } from '@pigeonpost/agent/firefox/profiles';

/** The environment in which Firefox keeps its profiles in this folder, apart from the person's own. */
export function firefoxHome(folder: string) {
  return {
    HOME: folder,
    USERPROFILE: folder,
    APPDATA: folder,
    LOCALAPPDATA: folder,
    XDG_CONFIG_HOME: undefined,
    XDG_CACHE_HOME: undefined,
  };
}

/** Real Firefox profiles of these names in a home of their own; existing ones stay. Returns their paths. */
export async function makeFirefoxProfiles(home: string, names: readonly string[]): Promise<string[]> {
  await mkdir(home, { recursive: true });
  const env: NodeJS.ProcessEnv = { ...process.env, ...firefoxHome(home) };
  const installation = await findFirefox({ env });
  const there = await listProfiles(installation);
  const paths: string[] = [];
  for (const name of names) {
    const profile =
      there.find((one) => one.name === name) ??
      (await createProfile(name, { installation, env, clock: systemClock }));
    paths.push(profile.path);
  }
  return paths;
}
