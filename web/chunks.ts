import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

const ROUTES = resolve(import.meta.dirname, 'src/routes.tsx');
const ENTRY = /[\\/](index\.html|main\.tsx)$/;
const FRAME = /[\\/]shell[\\/]signed-in\.tsx$/;
const VISITORS = /[\\/]features[\\/]auth[\\/]/;
const CONTROLS =
  /[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/](Button|ActionIcon|UnstyledButton|Loader)[\\/]/;
const FIELDS = /[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/](TextInput|NativeSelect)[\\/]/;
const PASSWORDS = /([\\/]components[\\/]PasswordInput[\\/]|[\\/]form[\\/]password-field\.tsx$)/;
const ICONS = /[\\/]@tabler[\\/]icons-react[\\/]/;

/** A source that this many screens load goes with the frame: one file compresses better than sixty. */
const SHARED_BY = 4;

/** Which sources lie together in a file, so that a first screen loads ten of them and nothing it does not use. */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let loads: Map<string, Load> | undefined;
  const sharedChunk = (id: string, context: Context) => {
    loads ??= countLoads(context);
    const load = loads.get(id);
    if (!load || load.screens < SHARED_BY) return null;
    if (!load.isForUsers) return 'visitors';
    return load.isForVisitors ? 'controls' : 'shell';
  };
  return [
    { name: 'start', tags: ['$initial'], test: (id) => !ENTRY.test(id), priority: 5 },
    { name: 'controls', test: CONTROLS, priority: 4 },
    // Else they would lie with what every screen loads, and bring the fields along.
    { name: 'passwords', test: PASSWORDS, priority: 4 },
    { name: 'fields', test: FIELDS, priority: 3 },
    { name: sharedChunk, debugName: 'shared', priority: 2 },
    { name: 'icons', test: ICONS, minShareCount: SHARED_BY, priority: 1 },
  ];
}

type Load = { screens: number; isForVisitors: boolean; isForUsers: boolean };

/** How many screens load each of our sources at once; what the frame loads is loaded by all. */
function countLoads(context: Context): Map<string, Load> {
  const loads = new Map<string, Load>();
  for (const screen of context.getModuleInfo(ROUTES)?.dynamicallyImportedIds ?? []) {
    for (const id of ownSources(screen, context)) {
      const load = loads.get(id) ?? { screens: 0, isForVisitors: false, isForUsers: false };
      load.screens += FRAME.test(screen) ? SHARED_BY : 1;
      const isForVisitors = VISITORS.test(screen);
      load.isForVisitors ||= isForVisitors;
      load.isForUsers ||= !isForVisitors;
      loads.set(id, load);
    }
  }
  return loads;
}

/** What a source imports statically, itself included, down to the packages. */
function ownSources(root: string, context: Context): Set<string> {
  const found = new Set<string>();
  const open = [root];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || id.includes('node_modules')) continue;
    found.add(id);
    open.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
