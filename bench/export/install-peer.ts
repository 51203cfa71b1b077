import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = import.meta.dirname;

/** Installs exceljs from the lockfile beside this file, if it is missing. */
export function installPeer(): void {
  if (existsSync(join(FOLDER, 'node_modules', 'exceljs'))) return;
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-workspaces', '--loglevel=error'];
  const { status } = spawnSync('npm', ['ci', ...options], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('exceljs could not be installed.');
}
