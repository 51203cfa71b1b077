import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

interface ProfileFoldersOptions {
  executable: string;
  version: string;
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
}

/** From this version on, Firefox on Linux keeps new profiles in the XDG folders. */
const FIRST_WITH_XDG = 147;

/**
 * The folder with profiles.ini, and the one with the caches of the same profiles. Linux was measured with Firefox ESR
 * 153; Snap, Flatpak, macOS, Windows and the Microsoft Store follow Mozilla's documentation.
 */
export function profileFolders(options: ProfileFoldersOptions): { profiles_dir: string; cache_dir: string } {
  const { executable, env, platform } = options;
  const home = env.HOME ?? homedir();
  if (platform === 'darwin') {
    return {
      profiles_dir: join(home, 'Library/Application Support/Firefox'),
      cache_dir: join(home, 'Library/Caches/Firefox'),
    };
  }
  if (platform === 'win32') {
    const profile = env.USERPROFILE ?? homedir();
    const local = env.LOCALAPPDATA ?? join(profile, 'AppData/Local');
    const store = storePackage(executable);
    // Windows redirects the files of a Microsoft Store program.
    const kept = store && join(local, 'Packages', store, 'LocalCache');
    const roaming = kept ? join(kept, 'Roaming') : (env.APPDATA ?? join(profile, 'AppData/Roaming'));
    return {
      profiles_dir: join(roaming, 'Mozilla/Firefox'),
      cache_dir: join(kept ? join(kept, 'Local') : local, 'Mozilla/Firefox'),
    };
  }
  // Fedora and Arch have /var/lib/snapd/snap.
  if (/^(\/var\/lib\/snapd)?\/snap\//.test(executable))
    return linuxFolders(options, sandbox(join(home, 'snap/firefox/common')));
  if (executable.includes('/flatpak/')) {
    const root = join(home, '.var/app/org.mozilla.firefox');
    // Flatpak points XDG_CONFIG_HOME and XDG_CACHE_HOME here.
    return linuxFolders(options, { home: root, config: join(root, 'config'), cache: join(root, 'cache') });
  }
  return linuxFolders(options, {
    home,
    config: env.XDG_CONFIG_HOME || join(home, '.config'),
    cache: env.XDG_CACHE_HOME || join(home, '.cache'),
  });
}

const STORE_PUBLISHER = 'n80bbvh6b1yt2';

/**
 * The package of a Microsoft Store program; undefined for any other program. It is started by its alias among the
 * user's apps, or from the package itself.
 */
function storePackage(executable: string): string | undefined {
  const folder = /[\\/]WindowsApps[\\/](.*)$/i.exec(executable)?.[1];
  if (folder === undefined) return undefined;
  const name = /^(Mozilla\.\w+)_/i.exec(folder)?.[1] ?? 'Mozilla.Firefox';
  return `${name}_${STORE_PUBLISHER}`;
}

function sandbox(home: string) {
  return { home, config: join(home, '.config'), cache: join(home, '.cache') };
}

function linuxFolders(
  { version, env }: ProfileFoldersOptions,
  { home, config, cache }: { home: string; config: string; cache: string },
) {
  const legacy = join(home, '.mozilla/firefox');
  // An empty ~/.mozilla is not enough: only the firefox folder inside it keeps Firefox there.
  const isLegacy =
    env.MOZ_LEGACY_HOME === '1' || Number.parseInt(version, 10) < FIRST_WITH_XDG || existsSync(legacy);
  return {
    profiles_dir: isLegacy ? legacy : join(config, 'mozilla/firefox'),
    cache_dir: join(cache, 'mozilla/firefox'),
  };
}
