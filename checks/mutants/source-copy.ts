import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../run-step.ts';
import { listSources } from '../source-files.ts';

/** The workspaces that tests of defects load. */
const WORKSPACES = ['agent', 'contract', 'e2e', 'practice', 'server', 'web'];
const COPIED = new RegExp(`^((${WORKSPACES.join('|')})/|(package(-lock)?|tsconfig\\.base)\\.json$)`);

/** The sources at the beginning of the run: defects are put into a copy, so that the working tree is safe. */
export class SourceCopy {
  readonly folder: string;
  readonly #hashes: Map<string, string>;

  /** Copies the sources under `from`, which may be an earlier copy. */
  constructor(folder: string, from: string = ROOT) {
    this.folder = folder;
    const paths = listSources(COPIED);
    for (const path of paths) cpSync(join(from, path), join(folder, path));
    linkPackages(join(folder, 'node_modules'));
    // Read now, while it has no defect.
    this.#hashes = new Map(WORKSPACES.map((workspace) => [workspace, this.#hashOf(workspace, paths)]));
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.folder, path), text);
  }

  /**
   * The hash of everything that a verdict about this file depends on, except the tests: its workspace, the contract,
   * the packages.
   */
  hashAround(file: string): string | undefined {
    return this.#hashes.get(file.split('/')[0] ?? '');
  }

  /**
   * Builds the pages for page tests from the present sources, unless they are built already.
   *
   * @throws if the sources cannot be built
   */
  async buildPages(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await promisify(execFile)(process.execPath, ['web/build-once.ts', 'development'], {
      cwd: this.folder,
      signal,
    });
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

/** The packages stay where they are; our own workspaces are the copied ones. */
function linkPackages(folder: string): void {
  const own = join(folder, '@pigeonpost');
  mkdirSync(own, { recursive: true });
  for (const workspace of WORKSPACES) symlinkSync(join('../..', workspace), join(own, workspace));
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '.bin' || (name !== '@pigeonpost' && !name.startsWith('.')))
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, name));
  }
}
