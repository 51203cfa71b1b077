import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = ['web/*.*', 'web/{src,public}/**', 'contract/src/**', 'package-lock.json'];

/** Lies in node_modules, so that a new installation builds again. */
const STAMP = join(ROOT, 'node_modules', '.cache', 'pigeonpost-web');

/** Builds the pages when anything they are made of has changed since the last build. */
function buildOnce(): void {
  const wanted = fingerprint();
  const built = existsSync(join(ROOT, 'web', 'dist', 'index.html')) && existsSync(STAMP);
  if (built && readFileSync(STAMP, 'utf8') === wanted) return;
  process.stdout.write('Building the pages (a few seconds)\n');
  const build = spawnSync(
    'npm',
    ['run', 'build', '--silent', '--workspace', 'web', '--', '--logLevel', 'warn'],
    {
      cwd: ROOT,
      shell: process.platform === 'win32',
      stdio: 'inherit',
    },
  );
  if (build.status !== 0) process.exit(1);
  mkdirSync(join(STAMP, '..'), { recursive: true });
  // In its place at once: an interrupted write, or one through a hard link of another tree, would vouch for a wrong build.
  writeFileSync(`${STAMP}.new`, wanted);
  renameSync(`${STAMP}.new`, STAMP);
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: ROOT }).sort()) {
    if (path.endsWith('.tsbuildinfo') || path.endsWith('.test.ts') || !statSync(join(ROOT, path)).isFile())
      continue;
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(ROOT, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

buildOnce();
