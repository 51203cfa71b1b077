import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// The length of the source files, and their share of comment lines: `node bench/lines.ts`.
const ROOT = join(import.meta.dirname, '..');
const WORKSPACES = ['contract', 'server', 'agent', 'web', 'practice', 'e2e', 'bench', 'checks'];
const SOURCES = '**/*.{ts,tsx,css,sql}';

interface Source {
  path: string;
  lines: number;
  comments: number;
}

const sources = new Map(WORKSPACES.map((workspace) => [workspace, readSources(workspace)]));
const all = [...sources.values()].flat();
const table = Object.fromEntries([...sources].map(([name, files]) => [name, summarize(files)]));
console.table({ ...table, all: summarize(all) });
console.log('Longest:');
for (const { path, lines } of all.toSorted((a, b) => b.lines - a.lines).slice(0, 10))
  console.log(`${lines}  ${path}`);

/** Without schema.sql, which is generated. */
function readSources(workspace: string): Source[] {
  const paths = globSync(`${workspace}/${SOURCES}`, {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
  });
  return paths.filter((path) => !/(^|\/)(node_modules|dist)\/|schema\.sql$/.test(path)).map(readSource);
}

function readSource(path: string): Source {
  const lines = readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n');
  return { path, lines: lines.length, comments: countComments(lines) };
}

/** Lines with only a comment. */
function countComments(lines: string[]): number {
  let isOpen = false;
  let count = 0;
  for (const line of lines.map((text) => text.trim())) {
    const opens = /^(\/\*|\{\/\*)/.test(line);
    if (isOpen || opens || /^(\/\/|--)/.test(line)) count += 1;
    isOpen = (isOpen || opens) && !line.includes('*/');
  }
  return count;
}

function summarize(files: Source[]) {
  const tests = files.filter(isTest);
  const sources = files.filter((file) => !isTest(file));
  return { ...measure(sources, ''), ...measure(tests, 'test ') };
}

function isTest({ path }: Source): boolean {
  return /\.test\.tsx?$/.test(path) || path.includes('/testing/');
}

function measure(files: Source[], prefix: string) {
  const lengths = files.map(({ lines }) => lines).sort((a, b) => a - b);
  const sum = lengths.reduce((total, lines) => total + lines, 0);
  const comments = files.reduce((total, file) => total + file.comments, 0);
  const at = (share: number) => lengths[Math.max(0, Math.ceil(lengths.length * share) - 1)] ?? 0;
  return {
    [`${prefix}files`]: files.length,
    [`${prefix}lines`]: sum,
    [`${prefix}median`]: at(0.5),
    [`${prefix}p95`]: at(0.95),
    [`${prefix}longest`]: at(1),
    [`${prefix}comment %`]: Number(((100 * comments) / Math.max(1, sum)).toFixed(1)),
  };
}
