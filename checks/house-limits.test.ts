import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countFolders,
  findCircles,
  findHardComments,
  findKindsByWords,
  measureDatabaseFunctions,
  measureFunctions,
  reach,
  readImports,
  type Texts,
} from './house-limits.ts';
import { listSources, readSource } from './source-files.ts';

// What has grown past a limit stands here with its number, which may only become smaller: lower it with the code.

const MOST_FILES_OF_A_FOLDER = 25;

const MOST_LINES_OF_A_FUNCTION = 100;
const LONG_FUNCTIONS: Limits = {
  'agent/src/driver-trial/describe/page-question.ts: askInPage': 119,
  'agent/src/driver-trial/describe/thread-parts.ts: createThreadParts': 142,
  'agent/src/drivers/last-look/box-in-page.ts: watchBoxes': 111,
  'server/src/features/auth/routes.ts: authRoutes': 146,
  'server/src/features/campaigns/plan/plan-routes.ts: planRoutes': 165,
  'server/src/features/profiles/routes.ts: profileRoutes': 134,
  'server/src/features/recipients/routes.ts: recipientRoutes': 172,
  'web/src/features/campaigns/people/people-page.tsx: People': 107,
  'web/src/features/people/person-page.tsx: PersonByName': 124,
  'web/src/features/profiles/profile-dialog.tsx: ProfileDialog': 102,
  'web/src/features/recipients/import/import-dialog.tsx: ImportDialog': 163,
  'web/src/features/recipients/import/read/count-rows.ts: createRowCounter': 140,
  'web/src/features/recipients/import/use-import-source.ts: useImportSource': 110,
  'web/src/features/recipients/recipients-table.tsx: RecipientsTable': 133,
};

/** The files that a screen imports at once, of the screen with the most. */
const MOST_FILES_OF_A_SCREEN = 230;
/** The pairs of nouns of the web of which one uses the other; that there is no circle stands in noun-imports.test.ts. */
const PAIRS_OF_NOUNS = 75;

/** Where a kind is told by the words of its sentence; elsewhere kinds are data. */
const KINDS_BY_WORDS: string[] = [];

const HARD_COMMENTS = 29;

type Limits = Record<string, number>;

const read = (pattern: RegExp): Texts =>
  new Map(listSources(pattern).map((path) => [path, readSource(path)]));
const product = read(
  /^(contract|server|agent|practice|web)\/(?!abuse\/|model\/)(?!.*(\.test\.|\.d\.ts$|\/testing\/|\/gallery\/)).*\.tsx?$/,
);
const databaseFunctions = read(/^server\/functions\/.*\.sql$/);
const imports = readImports(product);

test('no two files import each other, also not by way of others', () => {
  assert.ok(product.size > 0);
  assert.deepEqual(findCircles(imports), []);
});

test('no folder gets fuller than it may be', () => {
  const folders = countFolders(product.keys());
  // A file for each noun, found by its name.
  folders.delete('contract/src/calls');
  assert.deepEqual(findGrown(folders, {}, MOST_FILES_OF_A_FOLDER), []);
});

test('no function gets longer than it may be', () => {
  assert.deepEqual(findGrown(measureFunctions(product), LONG_FUNCTIONS, MOST_LINES_OF_A_FUNCTION), []);
  const ofDatabase = measureDatabaseFunctions(databaseFunctions);
  assert.ok(ofDatabase.has('read_work_calls'));
  assert.deepEqual(findGrown(ofDatabase, {}, MOST_LINES_OF_A_FUNCTION), []);
});

test('no screen needs more files than the one that needs most', () => {
  const screens = [...product.keys()].filter((path) => /^web\/src\/.*-page\.tsx$/.test(path));
  assert.ok(screens.length > 0);
  const needed = new Map(screens.map((screen) => [screen, reach([screen], imports).size]));
  assert.deepEqual(findGrown(needed, {}, MOST_FILES_OF_A_SCREEN), []);
});

test('the nouns of the web get no more entangled', () => {
  const nouns = new Map<string, string[]>();
  for (const [path, used] of imports) {
    const noun = nounOf(path);
    if (noun === undefined) continue;
    const others = used.flatMap((to) => nounOf(to) ?? []).filter((other) => other !== noun);
    nouns.set(noun, [...new Set([...(nouns.get(noun) ?? []), ...others])]);
  }
  const pairs = [...nouns].flatMap(([noun, used]) => used.map((other) => `${noun} → ${other}`));
  assert.ok(pairs.length <= PAIRS_OF_NOUNS, `${pairs.length} pairs: ${pairs.sort().join(', ')}`);
});

test('no other file tells a kind by the words of its sentence', () => {
  assert.deepEqual(findKindsByWords(new Map([...product, ...databaseFunctions])).toSorted(), KINDS_BY_WORDS);
});

test('no more comments have to be read twice', () => {
  // A merged migration never changes, nor does the schema of it.
  const hard = findHardComments(
    read(/^(?!server\/(migrations\/|schema\.sql)|checks\/house-limits).*\.(tsx?|mjs|sql|css)$/),
  );
  assert.ok(hard.length <= HARD_COMMENTS, `${hard.length}: ${hard.join(', ')}`);
});

test('the checks find a circle, a full folder, a long function, a kind by words and a hard comment', () => {
  const circle: Texts = new Map([
    ['a.ts', `import { b } from './b.ts';`],
    ['b.ts', `import { a } from './a.ts';`],
    ['c.ts', `import { a } from './a.ts';`],
  ]);
  assert.deepEqual(findCircles(readImports(circle)), ['a.ts', 'b.ts']);
  assert.equal(reach(['c.ts'], readImports(circle)).size, 3);
  assert.deepEqual(
    [...countFolders(['x/a.ts', 'x/b.ts', 'y/c.ts'])],
    [
      ['x', 2],
      ['y', 1],
    ],
  );
  const long = new Map([['a.ts', 'export function find() {\n  return 1;\n}\nfunction short() {}\n']]);
  assert.deepEqual([...measureFunctions(long)], [['a.ts: find', 3]]);
  const sql = new Map([['a.sql', 'create function f() returns int\nlanguage sql as $$\nselect 1\n$$;\n']]);
  assert.deepEqual([...measureDatabaseFunctions(sql)], [['f', 4]]);
  assert.deepEqual(findKindsByWords(new Map([['a.ts', `if (reason.startsWith('Paused')) stop();`]])), [
    'a.ts',
  ]);
  assert.deepEqual(findHardComments(new Map([['a.ts', 'let a;\n// Whoever reads it.']])), ['a.ts:2']);
  assert.deepEqual(findGrown(new Map(Object.entries({ a: 3, b: 2, c: 1 })), { a: 4, b: 1 }, 1), [
    'b: 2 of 1',
  ]);
});

/** What is above its own limit, or above the one for all. */
function findGrown(sizes: ReadonlyMap<string, number>, limits: Limits, most: number): string[] {
  return [...sizes].flatMap(([what, size]) => {
    const limit = limits[what] ?? most;
    return size > limit ? [`${what}: ${size} of ${limit}`] : [];
  });
}

function nounOf(path: string): string | undefined {
  return /^web\/src\/features\/([^/]+)\//.exec(path)?.[1];
}
