import { type ExecFileException, execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Firefox } from '@pigeonpost/contract/calls/agents';
import { profileFolders } from './profile-folders.ts';

const run = promisify(execFile);
const VERSION_LIMIT_MS = 20_000;
const STORE_ALIAS = /[\\/]Microsoft[\\/]WindowsApps[\\/][^\\/]+$/i;

/** This machine's Firefox, as the agent reports it. */
export type Installation = Firefox;

export interface MachineOptions {
  env: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
}

/** Finds Firefox (FIREFOX in env, known places, PATH), its version and its profiles folder. Never throws. */
export async function findFirefox({
  env,
  platform = process.platform,
}: MachineOptions): Promise<Installation> {
  const executable = await firstProgram(env.FIREFOX ? [env.FIREFOX] : candidates(env, platform), platform);
  if (!executable) {
    return nothingFound(
      env.FIREFOX
        ? `FIREFOX names ${env.FIREFOX}, which is not a program.`
        : 'Firefox was not found. Install it, or name its program in the FIREFOX setting.',
    );
  }
  try {
    const { stdout } = await run(executable, ['--version'], { env, timeout: VERSION_LIMIT_MS });
    const version = /Firefox\s+(\S+)/.exec(stdout)?.[1];
    if (!version) return nothingFound(`${executable} did not say which Firefox it is.`);
    const { profiles_dir } = profileFolders({ executable, version, env, platform });
    return { detected: true, executable, version, profiles_dir, error: null };
  } catch (error) {
    return nothingFound(`${executable} could not be started: ${whyItFailed(error as ExecFileException)}`);
  }
}

/** The last line of its error output, or else how it ended. */
function whyItFailed({ code, killed, message, stderr }: ExecFileException): string {
  if (killed) return `it did not answer within ${VERSION_LIMIT_MS / 1000} seconds.`;
  const said = stderr?.trim().split('\n').at(-1);
  if (typeof code !== 'number') return message;
  return `it ended with code ${code}${said ? `: ${said}` : '.'}`;
}

/** The program and the profiles folder; throws the installation's error if there is no Firefox. */
export function requireFirefox(installation: Installation): { executable: string; profiles_dir: string } {
  const { executable, profiles_dir, error } = installation;
  if (executable === null || profiles_dir === null) throw new Error(error ?? 'Firefox was not found.');
  return { executable, profiles_dir };
}

function nothingFound(error: string): Installation {
  return { detected: false, executable: null, version: null, profiles_dir: null, error };
}

// Known programs before PATH, where a shell script around them is often found. Release before ESR: a profile used by
// the newer one does not open in the older.
function candidates(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  const home = env.HOME ?? homedir();
  const onPath = (name: string) =>
    (env.PATH ?? env.Path ?? '')
      .split(delimiter)
      .filter(Boolean)
      .map((folder) => join(folder, name));
  if (platform === 'darwin') {
    const inside = 'Firefox.app/Contents/MacOS/firefox';
    return [join('/Applications', inside), join(home, 'Applications', inside), ...onPath('firefox')];
  }
  if (platform === 'win32') {
    const roots = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter(
      (root) => root !== undefined,
    );
    const apps = env.LOCALAPPDATA ? [join(env.LOCALAPPDATA, 'Microsoft', 'WindowsApps', 'firefox.exe')] : [];
    return [
      ...roots.map((root) => join(root, 'Mozilla Firefox', 'firefox.exe')),
      ...apps,
      ...onPath('firefox.exe'),
    ];
  }
  return [
    '/usr/lib/firefox/firefox',
    '/usr/lib64/firefox/firefox',
    '/opt/firefox/firefox',
    '/usr/lib/firefox-esr/firefox-esr',
    '/snap/bin/firefox',
    '/var/lib/snapd/snap/bin/firefox',
    '/var/lib/flatpak/exports/bin/org.mozilla.firefox',
    join(home, '.local/share/flatpak/exports/bin/org.mozilla.firefox'),
    ...onPath('firefox'),
    ...onPath('firefox-esr'),
  ];
}

async function firstProgram(paths: string[], platform: NodeJS.Platform): Promise<string | undefined> {
  for (const path of paths) {
    if (await isProgram(path, platform)) return path;
  }
  return undefined;
}

async function isProgram(path: string, platform: NodeJS.Platform): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    // The alias of a Microsoft Store program is not a file and cannot be followed, only started.
    return (
      platform === 'win32' &&
      STORE_ALIAS.test(path) &&
      (await lstat(path).catch(() => undefined)) !== undefined
    );
  }
}
