import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run-step.ts';
import { listSources } from '../source-files.ts';

/** What the tests that are named beside defects load. */
const WORKSPACES = ['agent', 'contract', 'server'];
const COPIED = new RegExp(`^((${WORKSPACES.join('|')})/|package(-lock)?\\.json$)`);

/** The sources as they were when the run began: defects are put into a copy, and nobody's work is in danger. */
export class SourceCopy {
  readonly folder: string;
  readonly #hashes: Map<string, string>;

  /** A copy of the sources under `from`, where another one has them as they were. */
  constructor(folder: string, from: string = ROOT) {
    this.folder = folder;
    const paths = listSources(COPIED);
    for (const path of paths) cpSync(join(from, path), join(folder, path));
    linkPackages(join(folder, 'node_modules'));
    // Now, while there is no defect in it.
    this.#hashes = new Map(WORKSPACES.map((workspace) => [workspace, this.#hashOf(workspace, paths)]));
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.folder, path), text);
  }

  /** Of all that a verdict about this file depends on, except the tests: its workspace, the contract, the packages. */
  hashAround(file: string): string | undefined {
    return this.#hashes.get(file.split('/')[0] ?? '');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #hashOf(workspace: string, paths: readonly string[]): string {
    const hash = createHash('sha256').update(process.version);
    const depends = new RegExp(`^((${workspace}|contract)/|package-lock\\.json$)`);
    for (const path of paths)
      if (depends.test(path) && !path.endsWith('.test.ts')) hash.update(path).update(this.read(path));
    return hash.digest('base64url');
  }
}

/** The packages themselves stay where they are; those of our own are the copied ones. */
function linkPackages(folder: string): void {
  const own = join(folder, '@pigeonpost');
  mkdirSync(own, { recursive: true });
  for (const workspace of WORKSPACES) symlinkSync(join('../..', workspace), join(own, workspace));
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@pigeonpost' && !name.startsWith('.'))
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, name));
  }
}
