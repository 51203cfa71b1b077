import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Resolves with the name of the next changed source in these folders. Each folder is watched by itself: Node's own
 * recursive watch loses a file on Linux once an editor has replaced it.
 */
export function nextSourceChange(folders: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const watchers: FSWatcher[] = [];
    const look = (_event: string, name: string | null) => {
      if (name !== null && !isSource(name)) return;
      for (const watcher of watchers) watcher.close();
      resolve(name ?? 'a source');
    };
    for (const folder of folders.flatMap(withSubfolders))
      watchers.push(watch(folder, { persistent: false }, look));
  });
}

function withSubfolders(folder: string): string[] {
  const found = readdirSync(folder, { withFileTypes: true, recursive: true });
  return [folder, ...found.filter((one) => one.isDirectory()).map((one) => join(one.parentPath, one.name))];
}

/** A name without an ending may be a new folder of sources. */
function isSource(name: string): boolean {
  return /^[\w-]+$|\.(ts|sql)$/.test(name) && !name.endsWith('.test.ts');
}
