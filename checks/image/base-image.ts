import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ask, type Podman, run } from './podman.ts';

const SUITE = 'bookworm';

/**
 * Makes the base image of the Dockerfile's `FROM` if no image registry can be reached: a minimal Debian with this Node
 * and its npm.
 */
export function makeBaseImage(podman: Podman, { work, name }: { work: string; name: string }): void {
  const root = join(work, 'base');
  const { stdout } = spawnSync('apt-get', ['indextargets', '--format', '$(REPO_URI)'], { encoding: 'utf8' });
  const mirror = stdout.split('\n').filter((uri) => uri !== '' && !uri.includes('security'));
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', SUITE, root, ...mirror.slice(0, 1)]);
  run('chroot', [root, 'useradd', '--create-home', '--uid', '1000', 'node']);
  cpSync(process.execPath, join(root, 'usr/local/bin/node'));
  const npm = dirname(dirname(process.env.npm_execpath ?? '/usr/lib/node_modules/npm/bin/npm-cli.js'));
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
  run('chroot', [root, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm']);
  // The image needs the same settings as this machine to reach npm's registry.
  const { NODE_EXTRA_CA_CERTS: certificates, npm_config_registry: registry } = process.env;
  if (certificates && existsSync(certificates))
    cpSync(certificates, join(root, certificates), { recursive: true, dereference: true });
  const env = [
    ...(certificates ? [`NODE_EXTRA_CA_CERTS=${certificates}`] : []),
    ...(registry ? [`npm_config_registry=${registry}`] : []),
  ];
  const archive = join(work, 'base.tar');
  run('tar', ['--create', '--file', archive, '--directory', root, '.']);
  ask(podman, ['import', ...env.flatMap((pair) => ['--change', `ENV ${pair}`]), archive, name]);
}
