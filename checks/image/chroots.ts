import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ROOT } from '../run-step.ts';
import { type Instruction, readDockerfile } from './dockerfile.ts';

const SUITE = 'bookworm';
// What a container is given of its machine.
const NETWORK_FILES = ['/etc/resolv.conf', '/etc/hosts'];

/** An image, or what has been built of one: a folder with a whole system, and how it is started. */
export interface Image {
  root: string;
  folder: string;
  env: NodeJS.ProcessEnv;
  user: string;
  command: string[];
  healthcheck: string[];
}

/** Follows the Dockerfile in folders below `work`; `FROM` is always a minimal Debian with this Node and its npm. */
export function buildImage(work: string): Image {
  const context = join(work, 'context');
  const base = join(work, 'base');
  mkdirSync(context);
  // What is committed, which is less than .dockerignore lets through.
  run('sh', ['-c', 'git archive HEAD | tar --extract --directory "$0"', context], { cwd: ROOT });
  makeBase(base);
  const stages = new Map<string, Image>();
  let image: Image | undefined;
  for (const { name, rest } of readDockerfile(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'))) {
    console.log(`${name} ${rest}`);
    if (name === 'FROM') {
      const root = join(work, `stage-${stages.size}`);
      run('cp', ['--archive', base, root]);
      image = { root, folder: '/', env: {}, user: 'root', command: [], healthcheck: [] };
      stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? root, image);
    } else if (image) follow(image, { name, rest }, (stage) => stages.get(stage)?.root ?? context);
  }
  if (!image) throw new Error('The Dockerfile has no FROM.');
  return image;
}

/** The program and its arguments that run a command inside. */
export function inside({ root, folder, user }: Image, command: string[]): [string, string[]] {
  const there = ['sh', '-c', `cd ${folder} && exec "$@"`, 'sh', ...command];
  return ['/usr/sbin/chroot', [`--userspec=${user}`, root, ...there]];
}

/** Of what runs inside: nothing of this process's own but what a machine needs to reach the registry. */
export function environmentOf({ env }: Image): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS, npm_config_registry } = process.env;
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: '/tmp',
    ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
    ...(npm_config_registry && { npm_config_registry }),
    ...env,
  };
}

function makeBase(base: string): void {
  console.log(`A minimal Debian (${SUITE}), Node ${process.versions.node}`);
  const { stdout } = spawnSync('apt-get', ['indextargets', '--format', '$(REPO_URI)'], { encoding: 'utf8' });
  const mirror = stdout.split('\n').filter((uri) => uri !== '' && !uri.includes('security'));
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', SUITE, base, ...mirror.slice(0, 1)]);
  run('chroot', [base, 'useradd', '--create-home', '--uid', '1000', 'node']);
  cpSync(process.execPath, join(base, 'usr/local/bin/node'));
  const npm = dirname(dirname(process.env.npm_execpath ?? '/usr/lib/node_modules/npm/bin/npm-cli.js'));
  cpSync(npm, join(base, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
  run('chroot', [base, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm']);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  for (const file of [...NETWORK_FILES, ...(certificates ? [certificates] : [])])
    if (existsSync(file)) cpSync(file, join(base, file), { recursive: true, dereference: true });
}

function follow(image: Image, { name, rest }: Instruction, rootOf: (stage: string) => string): void {
  switch (name) {
    case 'WORKDIR':
      image.folder = rest;
      mkdirSync(join(image.root, rest), { recursive: true });
      break;
    case 'COPY':
      copy(image, rest, rootOf);
      break;
    case 'RUN':
      run(...inside(image, ['sh', '-c', rest]), { env: environmentOf(image) });
      break;
    case 'ENV':
      for (const [, key = '', value] of rest.matchAll(/(\w+)=(\S+)/g)) image.env[key] = value;
      break;
    case 'USER':
      image.user = rest;
      break;
    case 'CMD':
      image.command = JSON.parse(rest);
      break;
    case 'HEALTHCHECK':
      image.healthcheck = JSON.parse(rest.slice(rest.indexOf(' CMD ') + 5));
      break;
    case 'EXPOSE':
      break;
    default:
      throw new Error(`${name} is not followed here.`);
  }
}

/** A folder's contents go into the target, as Docker has it, and a file under its own name where that ends with a slash. */
function copy(image: Image, rest: string, rootOf: (stage: string) => string): void {
  const [, stage = ''] = /^--from=(\w+) /.exec(rest) ?? [];
  const words = rest.split(' ').filter((word) => !word.startsWith('--'));
  const to = words.pop() ?? '';
  const target = join(image.root, resolve(image.folder, to));
  for (const word of words) {
    const source = join(rootOf(stage), word);
    const isFolder = statSync(source).isDirectory();
    mkdirSync(isFolder || to.endsWith('/') ? target : dirname(target), { recursive: true });
    run('cp', ['--archive', isFolder ? `${source}/.` : source, target]);
  }
}

function run(program: string, args: string[], options: SpawnSyncOptions = {}): void {
  const { status, error, stdout, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error ?? `${stdout}${stderr}`}`);
}
