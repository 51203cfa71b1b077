import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestCluster } from '../server/src/testing/test-database.ts';
import { meterProcessorTime } from './processor-time.ts';
import { createReport, type Report } from './report.ts';
import { ROOT, runStep } from './run-step.ts';
import { runTestFiles } from './run-test-files.ts';
import { groupTestFiles, type TestGroup } from './test-files.ts';

// The servers and agents that tests start are processes: with it their start takes half the processor time.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules', '.compile-cache');

process.exitCode = (await checkEverything(process.argv.slice(2))) ? 0 : 1;

/**
 * The one command that checks everything: types, lint and format, the web's build, then every test.
 * Words after it (`npm run test:go -- campaigns`) choose test files by a part of their path and leave out
 * types and lint.
 */
async function checkEverything(patterns: string[]): Promise<boolean> {
  const report = createReport();
  const groups = groupTestFiles(ROOT, patterns);
  if (patterns.length === 0) {
    report.step('types', await runStep('tsc', ['--build']));
    report.step('lint and format', await runStep('biome', ['check', '--error-on-warnings', '.']));
  }
  if (groups.some(({ files }) => files.some((file) => file.startsWith(join(ROOT, 'e2e'))))) {
    report.step('build of the web', await runStep('npm', ['run', 'build:once']));
  }
  const profile = await mkdtemp(join(tmpdir(), 'pigeonpost-profile-'));
  if (groups.some(({ startsFirefox }) => startsFirefox)) {
    report.step(
      'a profile of Firefox',
      await runStep('node', ['agent/src/testing/prepare-profile.ts', profile]),
    );
    process.env.TEST_FIREFOX_PROFILE = profile;
  }
  if (groups.length > 0) await runOnOneDatabase(groups, report);
  await rm(profile, { recursive: true });
  return report.finish();
}

async function runOnOneDatabase(groups: TestGroup[], report: Report): Promise<void> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  const cluster = await startTestCluster();
  process.env.TEST_DATABASE_URL = cluster.url;
  const postgres = meterProcessorTime(({ pid }) => pid === cluster.pid);
  const everything = meterProcessorTime(({ pid }) => pid === process.pid || pid === cluster.pid);
  try {
    await runAll(groups, interrupted.signal, report);
  } finally {
    report.cost('everything', everything.read());
    everything.stop();
    postgres.stop();
    report.cost('the PostgreSQL of all files', postgres.read());
    await cluster.stop();
  }
}

/**
 * Three groups at once, on two cores: one that starts Firefox, which waits for much of its time, and two others. Two
 * that start Firefox would make each other time out. When all of these have run, their place is another one's.
 */
async function runAll(groups: TestGroup[], interrupted: AbortSignal, report: Report): Promise<void> {
  const withFirefox = groups.filter(({ startsFirefox }) => startsFirefox);
  const others = groups.filter(({ startsFirefox }) => !startsFirefox);
  const lane = async (waiting: TestGroup[]) => {
    for (let group = waiting.shift(); group && !interrupted.aborted; group = waiting.shift())
      await runTestFiles(group.files, { interrupted, onResult: report.file });
  };
  const firstFirefox = async () => {
    await lane(withFirefox);
    await lane(others);
  };
  await Promise.all([firstFirefox(), lane(others), lane(others)]);
}
