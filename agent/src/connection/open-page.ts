import { spawn } from 'node:child_process';

/**
 * Opens an address in the user's browser, if there is a desktop. A failure is not reported, because the address is
 * printed too.
 */
export function openPage(
  address: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): void {
  const opener = openerOf(platform, env);
  if (!opener) return;
  const [command, ...args] = opener;
  const child = spawn(command, [...args, address], { detached: true, stdio: 'ignore', env });
  child.on('error', () => {});
  child.unref();
}

function openerOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open'];
  // Not through a shell, where some characters of an address have a meaning.
  if (platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}
