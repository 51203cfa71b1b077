import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

const ROUTES = resolve(import.meta.dirname, 'src/routes.tsx');
const ENTRY = /[\\/](index\.html|main\.tsx)$/;
/** The frame around users' screens, and the panel that it loads by itself. */
const FRAME = /[\\/](shell[\\/]signed-in|campaign-log[\\/]campaign-log)\.tsx$/;
const VISITORS = /[\\/]features[\\/]auth[\\/]/;
/** What every screen loads besides what the entry imports. */
const EVERYWHERE =
  /([\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/](Button|ActionIcon|UnstyledButton|Loader)[\\/]|[\\/]@tanstack[\\/](react-query|query-core)[\\/])/;
const FORMS = /([\\/]@mantine[\\/](form[\\/]|core[\\/]esm[\\/]components[\\/](TextInput|NativeSelect)[\\/]))/;
const PASSWORDS = /([\\/]components[\\/]PasswordInput[\\/]|[\\/]form[\\/]password-field\.tsx$)/;
const TABLES = /[\\/]ui[\\/]table[\\/](?!search-field)[^\\/]+\.tsx?$/;
const ICONS = /[\\/]@tabler[\\/]icons-react[\\/]/;

/** A source that this many screens load lies with others of its kind: one file compresses better than sixty. */
const SHARED_BY = 5;

/** Which sources lie together in a file, so that a first screen loads few of them and little it does not use. */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let loads: Map<string, Load> | undefined;
  const sharedLoad = (id: string, context: Context) => {
    loads ??= countLoads(context);
    const load = loads.get(id);
    return load && (load.isOfFrame || load.screens >= SHARED_BY) ? load : undefined;
  };
  const commonChunk = (id: string, context: Context) => {
    if (FORMS.test(id) || PASSWORDS.test(id)) return null;
    const load = sharedLoad(id, context);
    return EVERYWHERE.test(id) || (load?.isForVisitors && load.isForUsers) ? 'common' : null;
  };
  const sharedChunk = (id: string, context: Context) => {
    const load = sharedLoad(id, context);
    if (!load) return null;
    if (!load.isForUsers) return 'visitors';
    return TABLES.test(id) && !load.isOfFrame ? null : 'shell';
  };
  return [
    { name: 'start', tags: ['$initial'], test: (id) => !ENTRY.test(id), priority: 7 },
    { name: commonChunk, debugName: 'common', priority: 6 },
    { name: 'forms', test: FORMS, priority: 5 },
    { name: 'passwords', test: PASSWORDS, priority: 4 },
    // Before tables, which use some: screens without a table would load that.
    { name: 'icons', test: ICONS, minShareCount: SHARED_BY, priority: 3 },
    { name: sharedChunk, debugName: 'shared', priority: 2 },
    { name: 'tables', test: TABLES, minShareCount: SHARED_BY, priority: 1 },
  ];
}

type Load = { screens: number; isOfFrame: boolean; isForVisitors: boolean; isForUsers: boolean };

/** How many screens load each of our sources at once, and whether the frame around users' screens does. */
function countLoads(context: Context): Map<string, Load> {
  const loads = new Map<string, Load>();
  const importedBy = (id: string) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const screens = importedBy(ROUTES);
  const panels = screens.filter((id) => FRAME.test(id)).flatMap(importedBy);
  for (const screen of [...screens, ...panels.filter((id) => FRAME.test(id))]) {
    for (const id of ownSources(screen, context)) {
      const load = loads.get(id) ?? { screens: 0, isOfFrame: false, isForVisitors: false, isForUsers: false };
      load.screens += 1;
      load.isOfFrame ||= FRAME.test(screen);
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
