import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

// What a first visit to each screen loads, in kB (1,000 bytes) gzipped file by file: the entry with all it imports,
// the shell on screens behind the sign-in, and the screen's chunk with all it imports. Fonts, and chunks that a
// click loads, are not counted. The pages are built for it, into a folder of their own: `node bench/screens.ts`.
const ROOT = join(import.meta.dirname, '..');
const SHELL = 'src/shell/signed-in.tsx';
const FOR_VISITORS = ['login-page', 'register-page', 'forgot-password-page'];

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

const folder = mkdtempSync(join(tmpdir(), 'pigeonpost-screens-'));
try {
  build();
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(folder, '.vite/manifest.json'), 'utf8'),
  );
  const [entry = ''] = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const screens = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx'));
  const table = { 'entry alone': sizes(filesOf(manifest, [entry])) };
  for (const screen of screens) {
    const name = basename(screen, '-page.tsx');
    const shell = FOR_VISITORS.includes(`${name}-page`) ? [] : [SHELL];
    Object.assign(table, { [name]: sizes(filesOf(manifest, [entry, ...shell, screen])) });
  }
  console.table(table);
} finally {
  rmSync(folder, { recursive: true });
}

function build(): void {
  const options = ['--manifest', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  const { status } = spawnSync('npm', ['run', 'build', '--silent', '--workspace', 'web', '--', ...options], {
    cwd: ROOT,
    shell: process.platform === 'win32',
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The pages could not be built.');
}

/** The files of these chunks and of all that they import at once. */
function filesOf(manifest: Record<string, Chunk>, keys: string[], seen = new Set<string>()): string[] {
  return keys.flatMap((key) => {
    const chunk = manifest[key];
    if (seen.has(key) || !chunk) return [];
    seen.add(key);
    return [chunk.file, ...(chunk.css ?? []), ...filesOf(manifest, chunk.imports ?? [], seen)];
  });
}

function sizes(files: string[]) {
  const sum = (ending: string) => {
    const chosen = [...new Set(files)].filter((file) => file.endsWith(ending));
    return chosen.reduce((bytes, file) => bytes + gzipSync(readFileSync(join(folder, file))).length, 0);
  };
  const kilobytes = (bytes: number) => Number((bytes / 1000).toFixed(1));
  return { js: kilobytes(sum('.js')), css: kilobytes(sum('.css')), files: new Set(files).size };
}
