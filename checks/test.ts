import { relative } from 'node:path';
import { startTestCluster } from '../server/src/testing/test-database.ts';
import { createReport, type Report } from './report.ts';
import { ROOT, runStep } from './run-step.ts';
import { runTestFile } from './run-test-file.ts';
import { findTestFiles, runsAlone } from './test-files.ts';

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
  try {
    const together = files.filter((file) => !runsAlone(file));
    const alone = files.filter(runsAlone);
    await runAll({ files: together, atOnce: 2, signal: interrupted.signal, report });
    await runAll({ files: alone, atOnce: 1, signal: interrupted.signal, report });
  } finally {
    await cluster.stop();
  }
}

async function runAll(todo: {
  files: string[];
  atOnce: number;
  signal: AbortSignal;
  report: Report;
}): Promise<void> {
  const waiting = [...todo.files];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const { outcomes, output } = await runTestFile(file, todo.signal);
      todo.report.file(file, outcomes, output);
    }
  };
  await Promise.all(Array.from({ length: todo.atOnce }, work));
}
