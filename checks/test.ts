import { join, relative } from 'node:path';
import { startTestCluster } from '../server/src/testing/test-database.ts';
import { meterProcessorTime } from './processor-time.ts';
import { createReport, type Report } from './report.ts';
import { ROOT, runStep } from './run-step.ts';
import { runTestFile } from './run-test-file.ts';
import { findTestFiles, startsFirefox } from './test-files.ts';

// Every test file is a process, and so are the servers and agents that it starts: with it their start takes half the
// processor time.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules', '.compile-cache');

process.exitCode = (await checkEverything(process.argv.slice(2))) ? 0 : 1;

/**
 * The one command that checks everything: types, lint and format, the web's build, then every test.
 * Words after it (`npm run test:go -- campaigns`) choose test files by a part of their path and leave out
 * types and lint.
 */
async function checkEverything(patterns: string[]): Promise<boolean> {
  const report = createReport();
  const files = findTestFiles(ROOT, patterns);
  if (patterns.length === 0) {
    report.step('types', await runStep('tsc', ['--build']));
    report.step('lint and format', await runStep('biome', ['check', '--error-on-warnings', '.']));
  }
  if (files.some((file) => relative(ROOT, file).startsWith('e2e'))) {
    report.step('build of the web', await runStep('npm', ['run', 'build:once']));
  }
  if (files.length > 0) await runOnOneDatabase(files, report);
  return report.finish();
}

async function runOnOneDatabase(files: string[], report: Report): Promise<void> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  const cluster = await startTestCluster();
  process.env.TEST_DATABASE_URL = cluster.url;
  const postgres = meterProcessorTime(({ pid }) => pid === cluster.pid);
  const everything = meterProcessorTime(({ pid }) => pid === process.pid || pid === cluster.pid);
  try {
    await runAll(files, interrupted.signal, report);
  } finally {
    report.cost('everything', everything.stop());
    report.cost('the PostgreSQL of all files', postgres.stop());
    await cluster.stop();
  }
}

/** Two files at once, one with Firefox and one without as long as there are both. */
async function runAll(files: string[], signal: AbortSignal, report: Report): Promise<void> {
  const withFirefox = files.filter(startsFirefox);
  const others = files.filter((file) => !startsFirefox(file));
  let isFirefoxTaken = false;
  const lane = async () => {
    for (;;) {
      const takesFirefox = !isFirefoxTaken && withFirefox.length > 0;
      const file = takesFirefox ? withFirefox.shift() : others.shift();
      if (file === undefined) return;
      isFirefoxTaken ||= takesFirefox;
      report.file(file, await runTestFile(file, signal));
      if (takesFirefox) isFirefoxTaken = false;
    }
  };
  await Promise.all([lane(), lane()]);
}
