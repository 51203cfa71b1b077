import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTestCluster } from '../server/src/testing/test-database.ts';
import { keepCosts, readKeptCosts } from './costs.ts';
import { meterProcessorTime } from './processor-time.ts';
import { createReport, type Report } from './report.ts';
import { makeRunFolder } from './run-folder.ts';
import { ROOT, runStep } from './run-step.ts';
import { runTestFiles } from './run-test-files.ts';
import { groupTestFiles, type TestGroup } from './test-files.ts';

// Tests start servers and agents as processes: the cache halves the processor time of their start.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules', '.compile-cache');

/** For the compiler, a Go program: with this and one thread it takes less than half of the processor time. */
const FEWER_COLLECTIONS = { GOGC: '400' };

/** A day is no multiple of three of it, so that also runs at the same time of each day take turns. */
const TURN_MS = 7 * 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { whole: { type: 'boolean' }, 'keep-costs': { type: 'boolean' } },
});
process.env.TEST_TURN ??= values.whole ? 'whole' : String(Math.floor(Date.now() / TURN_MS) % 9);
process.exitCode = (await checkEverything(positionals)) ? 0 : 1;

/**
 * The one command that checks everything: types, lint and format, the web's build, then every test. Words after it
 * (`npm run test:go -- campaigns`) choose test files by a part of their path and leave out types and lint. Long random
 * tests play the part whose turn it is, or all of it with `--whole` (docs/engine.md#how-it-is-tried).
 */
async function checkEverything(patterns: string[]): Promise<boolean> {
  const report = createReport();
  const groups = groupTestFiles(ROOT, patterns);
  const checkSources = async () => {
    report.step('types', await runStep('tsc', ['--build', '--singleThreaded'], FEWER_COLLECTIONS));
    report.step('lint and format', await runStep('biome', ['check', '--error-on-warnings', '.']));
  };
  const folder = await makeRunFolder();
  process.env.TEST_DISK = tmpdir();
  process.env.TMPDIR = folder.path;
  const profile = join(folder.path, 'profile');
  await Promise.all([
    patterns.length === 0 ? checkSources() : undefined,
    groups.length > 0 ? runOnOneDatabase(groups, { profile, report }) : undefined,
  ]);
  await folder.remove();
  if (patterns.length === 0) report.compare(readKeptCosts());
  if (values['keep-costs']) keepCosts(report.costs);
  report.note(
    `Turn of the long random tests: ${process.env.TEST_TURN} (the same again: TEST_TURN=${process.env.TEST_TURN})`,
  );
  return report.finish();
}

type Run = { profile: string; report: Report };

async function runOnOneDatabase(groups: TestGroup[], { profile, report }: Run): Promise<void> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  const cluster = await startTestCluster();
  process.env.TEST_DATABASE_URL = cluster.url;
  const postgres = meterProcessorTime(({ pid }) => pid === cluster.pid);
  const everything = meterProcessorTime(({ pid }) => pid === process.pid || pid === cluster.pid);
  try {
    await runAll(groups, { profile, report, interrupted: interrupted.signal });
  } finally {
    report.cost('everything', everything.read());
    everything.stop();
    postgres.stop();
    report.cost('the PostgreSQL of all files', postgres.read());
    await cluster.stop();
  }
}

/**
 * Four groups at once, on two cores: two that start Firefox or many programs and mostly wait, one that drives pages,
 * and one patient group, which gets the rest of the processor. When all of a kind have run, another kind takes their
 * place, so that neither core is idle before the end.
 */
async function runAll(groups: TestGroup[], run: Run & { interrupted: AbortSignal }): Promise<void> {
  const { report, interrupted } = run;
  const programs = groups.filter(({ startsPrograms }) => startsPrograms);
  const others = groups.filter(({ startsPrograms, isPatient }) => !startsPrograms && !isPatient);
  const patient = groups.filter(({ startsPrograms, isPatient }) => !startsPrograms && isPatient);
  const [pages, firefox] = [buildPages(groups, report), prepareFirefox(programs, run)];
  const lane = async (...kinds: TestGroup[][]) => {
    // Every server serves them.
    await pages;
    for (const waiting of kinds)
      for (let group = waiting.shift(); group && !interrupted.aborted; group = waiting.shift())
        await runTestFiles(group.files, { interrupted, isPatient: group.isPatient, onResult: report.file });
  };
  const laneOfPrograms = () => lane(programs, others, patient);
  await Promise.all([
    firefox.then(laneOfPrograms),
    firefox.then(laneOfPrograms),
    lane(others, patient),
    lane(patient, others),
  ]);
}

async function buildPages(groups: TestGroup[], report: Report): Promise<void> {
  if (!groups.some(({ needsPages }) => needsPages)) return;
  report.step('build of the web', await runStep('npm', ['run', 'build:once']));
  report.step('build of the web for page tests', await runStep('npm', ['run', 'build:once', 'development']));
}

async function prepareFirefox(groups: TestGroup[], { profile, report }: Run): Promise<void> {
  if (groups.length === 0) return;
  const prepared = await runStep('node', ['agent/src/testing/prepare-profile.ts', profile]);
  report.step('a profile of Firefox', prepared);
  process.env.TEST_FIREFOX_PROFILE = profile;
}
