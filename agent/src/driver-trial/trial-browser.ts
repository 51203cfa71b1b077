import { appendFile, cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { systemClock } from '../clock.ts';
import { type DrivenBrowser, startBrowser } from '../firefox/browser.ts';
import { findFirefox, requireFirefox } from '../firefox/installation.ts';
import { requireProfileFolder } from '../firefox/profile-folder.ts';
import { findProfileHolder, ProfileInUse } from '../firefox/profile-lock.ts';
import { makeTrialFolder } from './trial-folder.ts';

interface TrialBrowser {
  browser: DrivenBrowser;
  [Symbol.asyncDispose](): Promise<void>;
}

interface TrialBrowserOptions {
  profilePath: string;
  /** Firefox is visible. */
  show: boolean;
  env: NodeJS.ProcessEnv;
  /** Closes Firefox, so that everything that waits for it fails. */
  signal?: AbortSignal;
  /** Uses a copy of the profile that connects through this SOCKS proxy of this machine. */
  proxyPort?: number;
}

// These hold nothing of a session, and Firefox makes them again.
const LEFT_OUT = new Set(['cache2', 'startupCache', 'lock', '.parentlock', 'parent.lock']);

/** Starts Firefox with a profile, apart from any agent. Throws ProfileInUse, or a sentence. */
export async function startTrialBrowser(options: TrialBrowserOptions): Promise<TrialBrowser> {
  const { profilePath, show, env, proxyPort, signal } = options;
  await requireProfileFolder(profilePath);
  const { executable } = requireFirefox(await findFirefox({ env }));
  await using undo = new AsyncDisposableStack();
  const { path: folder, directory } = undo.use(await makeTrialFolder());
  const browser = await startBrowser({
    executable,
    profilePath: proxyPort === undefined ? profilePath : await copyProfile(profilePath, folder, proxyPort),
    headless: !show,
    directory,
    clock: systemClock,
    env,
  });
  undo.defer(() => browser.close());
  signal?.throwIfAborted();
  signal?.addEventListener('abort', () => void browser.close(), { once: true });
  const owned = undo.move();
  return { browser, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function copyProfile(profilePath: string, folder: string, proxyPort: number): Promise<string> {
  const holder = await findProfileHolder(profilePath);
  if (holder) throw new ProfileInUse(holder.pid);
  const copy = join(folder, 'profile');
  await cp(profilePath, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  await appendFile(join(copy, 'user.js'), `\n${proxyPreferences(proxyPort)}`);
  return copy;
}

function proxyPreferences(port: number): string {
  const preferences = {
    'network.proxy.type': 1,
    'network.proxy.socks': '127.0.0.1',
    'network.proxy.socks_port': port,
    'network.proxy.socks_version': 5,
    'network.proxy.socks_remote_dns': true,
    'network.proxy.no_proxies_on': '',
    'network.proxy.allow_hijacking_localhost': true,
  };
  return Object.entries(preferences)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}
