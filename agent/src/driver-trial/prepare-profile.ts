import { mkdir, readdir } from 'node:fs/promises';
import { systemClock } from '../clock.ts';
import { findFirefox, requireFirefox } from '../firefox/installation.ts';
import { openWindow } from '../firefox/open-window.ts';
import { makeTrialFolder } from './trial-folder.ts';

// A profile whose first Firefox was killed has its lock alone.
const OF_FIREFOX = new Set(['prefs.js', '.parentlock', 'parent.lock']);

const LOOK_EVERY_MS = 300;

interface PrepareProfile {
  profilePath: string;
  /** The page that it shows. */
  address: string | undefined;
  env: NodeJS.ProcessEnv;
  /** Closes the window. */
  signal: AbortSignal;
  say: (line: string) => void;
}

/** Opens a profile for a person to sign in, until the window is closed; makes it if there is none. Throws a sentence. */
export async function prepareProfile(options: PrepareProfile): Promise<void> {
  const { profilePath, address, env, signal, say } = options;
  const { executable } = requireFirefox(await findFirefox({ env }));
  await mkdir(profilePath, { recursive: true, mode: 0o700 });
  const files = await readdir(profilePath);
  if (files.length > 0 && !files.some((file) => OF_FIREFOX.has(file))) {
    throw new Error(`${profilePath} holds other things, and no Firefox profile: name a new folder.`);
  }
  await using folder = await makeTrialFolder();
  const { directory } = folder;
  const window = await openWindow({ executable, profilePath, directory, clock: systemClock, env, address });
  say('Sign in to the site in this window, then close it.');
  let isOpen = true;
  void window.exited.then(() => {
    isOpen = false;
  });
  // A window does not keep this process alive: people's windows outlive the agent.
  while (isOpen && !signal.aborted) await systemClock.sleep(LOOK_EVERY_MS);
  if (signal.aborted) await window.close();
  signal.throwIfAborted();
  say(`The profile is ready: --profile ${profilePath}`);
}
