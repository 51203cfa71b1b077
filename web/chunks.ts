import { resolve } from 'node:path';
import { normalizePath, type Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

const MAIN = normalizePath(resolve(import.meta.dirname, 'src/main.tsx'));
const ROUTES = normalizePath(resolve(import.meta.dirname, 'src/routes.tsx'));
/** The frame around users' screens, and the panel that it loads. */
const FRAME = /[\\/](shell[\\/]signed-in|campaign-log[\\/]campaign-log)\.tsx$/;
/** Sources that a campaign's screen shares with one of these, and not with an earlier one, share a file. */
const CAMPAIGN = /[\\/]campaign-page\.tsx$/;
const BESIDE_CAMPAIGN = {
  // First, because the dashboard does without the actions that the others share.
  dashboard: /[\\/]dashboard-page\.tsx$/,
  campaigns: /[\\/]campaigns-page\.tsx$/,
  profiles: /[\\/]profiles-page\.tsx$/,
  'new-campaign': /[\\/]new-campaign-page\.tsx$/,
  people: /[\\/]people-page\.tsx$/,
};
/** Screens around one campaign; its hours and days, which they share, also stand in the audit log. */
const ABOUT_A_CAMPAIGN = /[\\/]((|edit-|new-)campaign|plan|audit-log)-page\.tsx$/;
/** Screens that start campaigns, or say which campaign uses what they show. */
const NAMING_CAMPAIGNS = /[\\/](campaigns|people|profiles|templates|lists|recipients)-page\.tsx$/;
const VISITORS = /[\\/]features[\\/]auth[\\/]/;
/** The libraries that every screen loads, beside the imports of the first file's own sources. */
const EVERYWHERE =
  /node_modules[\\/](react|react-dom|@tanstack[\\/](react-query|query-core|react-router)|@mantine[\\/]core[\\/]esm[\\/](core[\\/]MantineProvider|components[\\/](Button|ActionIcon|UnstyledButton|Loader)))[\\/]/;
/** Of those libraries, what only lists that continue, filters and changed forms use. */
const RARELY = /[\\/](infiniteQueryObserver|useInfiniteQuery|queriesObserver|useQueries|useBlocker)\.js$/;
const FORMS = /([\\/]@mantine[\\/](form[\\/]|core[\\/]esm[\\/]components[\\/](TextInput|NativeSelect)[\\/]))/;
const PASSWORDS = /([\\/]components[\\/]PasswordInput[\\/]|[\\/]form[\\/]password-field\.tsx$)/;
const TABLES = /[\\/]ui[\\/]table[\\/](data-table|table-|row-|selection-box)[^\\/]*\.tsx?$/;
/** What stands around the table or the cards of a list, which a table inside a screen does without. */
const LISTS = /[\\/]ui[\\/]table[\\/](?!search-field)[^\\/]+\.tsx?$/;
/** What most dialogs are made of: they come one at a time, and each screen lists the files of those that it opens. */
const DIALOGS =
  /([\\/](react-remove-scroll(-bar)?|react-style-singleton|use-callback-ref|use-sidecar|components[\\/](Modal|ModalBase|Portal))[\\/]|[\\/]ui[\\/]feedback[\\/](dialog-frame|return-focus|scroll-lock)\.)/;
const AGENT_START = /[\\/](agents[\\/]parts[\\/]agent-(start|command)|ui[\\/]form[\\/]copy-field)\.tsx$/;
const ICONS = /[\\/]@tabler[\\/]icons-react[\\/]/;

/** A source that this many screens load is grouped with others of its kind: one file compresses better than sixty. */
const SHARED_BY = 5;
/** A single icon weighs less than the overhead of a separate file. */
const ICONS_SHARED_BY = 3;

/** The sources of each file, so that a first screen loads few files and little unused code. */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let loads: Map<string, Load> | undefined;
  let initial: Set<string> | undefined;
  const sharedLoad = (id: string, context: Context) => {
    loads ??= countLoads(context);
    const load = loads.get(id);
    return load && (load.isOfFrame || load.screens.size >= SHARED_BY) ? load : undefined;
  };
  const startChunk = (id: string, context: Context) => {
    // Not main.tsx itself: it waits for the first screen, which would wait for it.
    if (id === MAIN || FORMS.test(id) || PASSWORDS.test(id)) return null;
    initial ??= ownSources(MAIN, context);
    const load = sharedLoad(id, context);
    const isEverywhere =
      (EVERYWHERE.test(id) && !RARELY.test(id)) || (load?.isForVisitors && load.isForUsers);
    return initial.has(id) || isEverywhere ? 'start' : null;
  };
  const sharedChunk = (id: string, context: Context) => {
    const load = sharedLoad(id, context);
    if (!load) return null;
    if (!load.isForUsers) return 'visitors';
    if (load.isOfFrame) return 'shell';
    return LISTS.test(id) || aroundCampaigns(load) ? null : 'shell';
  };
  // After shell, because a group takes the imports of its sources with it.
  const aroundCampaignsChunk = (id: string, context: Context) => {
    const load = sharedLoad(id, context);
    return load?.isForUsers && !load.isOfFrame && !LISTS.test(id) ? aroundCampaigns(load) : null;
  };
  const campaignChunk = (id: string, context: Context) => {
    loads ??= countLoads(context);
    const screens = [...(loads.get(id)?.screens ?? [])];
    if (!screens.some((screen) => CAMPAIGN.test(screen))) return null;
    const beside = Object.entries(BESIDE_CAMPAIGN).find(([, page]) => screens.some((one) => page.test(one)));
    return beside?.[0] ?? null;
  };
  return [
    { name: startChunk, debugName: 'start', priority: 6 },
    { name: 'forms', test: FORMS, priority: 5 },
    // After forms, which it uses: other forms have no password.
    { name: 'passwords', test: PASSWORDS, priority: 4 },
    // Before tables, which use some: screens without a table would load that.
    { name: 'icons', test: ICONS, minShareCount: ICONS_SHARED_BY, priority: 3 },
    { name: sharedChunk, debugName: 'shared', priority: 2 },
    { name: aroundCampaignsChunk, debugName: 'around campaigns', priority: 1 },
    { name: 'tables', test: TABLES, minShareCount: SHARED_BY, priority: 1 },
    { name: 'lists', test: LISTS, minShareCount: SHARED_BY, priority: 1 },
    { name: campaignChunk, debugName: 'beside campaign', priority: 0 },
    { name: 'agent-start', test: AGENT_START, priority: 0 },
    { name: 'dialogs', test: DIALOGS, minShareCount: SHARED_BY, priority: 0 },
  ];
}

/** The file of a source that only screens with campaigns load. */
function aroundCampaigns({ screens }: Load): string | null {
  const others = [...screens].filter((screen) => !ABOUT_A_CAMPAIGN.test(screen));
  if (others.length === 0) return 'campaign-times';
  return others.every((screen) => NAMING_CAMPAIGNS.test(screen)) ? 'campaign-use' : null;
}

type Load = { screens: Set<string>; isOfFrame: boolean; isForVisitors: boolean; isForUsers: boolean };

/** The screens that load each of our sources at once, and whether the frame around users' screens does. */
function countLoads(context: Context): Map<string, Load> {
  const loads = new Map<string, Load>();
  const importedBy = (id: string) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const screens = importedBy(ROUTES);
  const panels = screens.filter((id) => FRAME.test(id)).flatMap(importedBy);
  for (const screen of [...screens, ...panels.filter((id) => FRAME.test(id))]) {
    for (const id of ownSources(screen, context)) {
      const load = loads.get(id) ?? {
        screens: new Set<string>(),
        isOfFrame: false,
        isForVisitors: false,
        isForUsers: false,
      };
      load.screens.add(screen);
      load.isOfFrame ||= FRAME.test(screen);
      const isForVisitors = VISITORS.test(screen);
      load.isForVisitors ||= isForVisitors;
      load.isForUsers ||= !isForVisitors;
      loads.set(id, load);
    }
  }
  return loads;
}

/** The static imports of a source, itself included, down to the packages. */
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
