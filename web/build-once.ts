import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = ['web/*.*', 'web/{src,public}/**', 'contract/src/**', 'package-lock.json'];

const CACHE = join(ROOT, 'node_modules', '.cache');
/** The folder of each build; the development one serves only the page tests. */
const FOLDERS = {
  production: join(ROOT, 'web', 'dist'),
  development: join(CACHE, 'pigeonpost-web-development'),
};

/**
 * Builds the pages if one of their sources has changed since the last build: for use, or, with `development`, for the
 * page tests, in which React checks what it renders.
 */
function buildOnce(mode: keyof typeof FOLDERS): void {
  const wanted = fingerprint();
  // In node_modules, so that a new installation builds again.
  const stamp = join(CACHE, `pigeonpost-web-${mode}.stamp`);
  const folder = FOLDERS[mode];
  const built = existsSync(join(folder, 'index.html')) && existsSync(stamp);
  if (built && readFileSync(stamp, 'utf8') === wanted) return;
  process.stdout.write('Building the pages (a few seconds)\n');
  const build = spawnSync(
    'npm',
    [
      'run',
      'build',
      '--silent',
      '--workspace',
      'web',
      '--',
      '--logLevel',
      'warn',
      '--outDir',
      folder,
      '--emptyOutDir',
    ],
    {
      cwd: ROOT,
      shell: process.platform === 'win32',
      stdio: 'inherit',
      // NODE_ENV chooses the React build; Vite would build for production in any mode.
      env: { ...process.env, NODE_ENV: mode },
    },
  );
  if (build.status !== 0) process.exit(1);
  mkdirSync(CACHE, { recursive: true });
  // Renamed into place: an interrupted write, or one through a hard link of another tree, would vouch for a wrong
  // build.
  writeFileSync(`${stamp}.new`, wanted);
  renameSync(`${stamp}.new`, stamp);
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

buildOnce(process.argv[2] === 'development' ? 'development' : 'production');
