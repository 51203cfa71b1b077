import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The least number of files of a workspace that share a process. Slow ones come first. */
const WORKSPACES = {
  e2e: 6,
  server: 12,
  agent: 100,
  checks: 100,
  contract: 100,
  practice: 100,
  web: 100,
  bench: 100,
};

/** Tests that start Firefox or many programs, and mostly wait for them: at most two at once. */
const STARTS_PROGRAMS =
  /\b(agentScene|temporaryFirefox|start(Browser|TrialBrowser|DescribedScene|PracticeDriverScene|Demo)|runKills|runFaults)\b/;
/** Tests that change their process, or start their own PostgreSQL. */
const ALONE = /^server\/src\/(database\/|main|clock)/;
/**
 * Tests whose servers offer the practice driver: files of one process with equal servers share one, and its pages. They
 * wait for an agent, so they come before those that keep a core busy.
 */
const WITH_PRACTICE = /\bPRACTICE_URL\b/;

/**
 * Test files that run in one process, one after the other: its start and shared parts are paid for once. A patient
 * group drives no browser and starts no program, so nothing in it fails for being slow.
 */
export type TestGroup = { files: string[]; startsPrograms: boolean; needsPages: boolean; isPatient: boolean };

/** Every test file in its group; with patterns, those whose path contains one of them. */
export function groupTestFiles(root: string, patterns: string[]): TestGroup[] {
  return Object.entries(WORKSPACES).flatMap(([workspace, least]) => {
    const files = globSync(`${workspace}/**/*.test.ts`, {
      cwd: root,
      exclude: ['**/node_modules/**', '**/dist/**'],
    })
      .sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))
      .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)))
      .map((file) => describeFile(root, file));
    const single = files.filter(({ isAlone }) => isAlone);
    const shared = files
      .filter(({ isAlone }) => !isAlone)
      .sort((a, b) => Number(b.hasPractice) - Number(a.hasPractice))
      .map(({ path }) => path);
    const needsPages = workspace === 'e2e';
    return [
      ...single.map(({ path, startsPrograms }) => ({
        files: [path],
        startsPrograms,
        needsPages,
        isPatient: false,
      })),
      ...halve(shared, least).map((group) => ({
        files: group,
        startsPrograms: false,
        needsPages,
        isPatient: !needsPages && workspace !== 'agent',
      })),
    ];
  });
}

/** Tests of whole programs, which mostly wait, are high up in their workspace, and begin early. */
const depthOf = (file: string) => file.split('/').length;

function describeFile(root: string, file: string) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  const startsPrograms = STARTS_PROGRAMS.test(text);
  const isAlone = startsPrograms || ALONE.test(file);
  return { path, startsPrograms, isAlone, hasPractice: file.startsWith('e2e/') && WITH_PRACTICE.test(text) };
}

/**
 * Groups of half of what is left: few processes pay for a server, a browser and the modules, and the last groups are
 * small, so that both cores are busy to the end.
 */
function halve<T>(all: T[], least: number): T[][] {
  if (all.length === 0) return [];
  const size = all.length < 2 * least ? all.length : Math.ceil(all.length / 2);
  return [all.slice(0, size), ...halve(all.slice(size), least)];
}
