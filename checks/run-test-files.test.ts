import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type FileResult, runTestFiles } from './run-test-files.ts';

const FILES = {
  'good.test.mjs': `test('whole', async (t) => { await t.test('part', () => {}); });`,
  'bad.test.mjs': `test('wrong', () => assert.equal(1, 2)); console.log('printed');`,
  'late.test.mjs': `test('careless', () => { setTimeout(() => { throw new Error('too late'); }, 1); });
    test('next', () => new Promise((resolve) => setTimeout(resolve, 50)));`,
  'unfinished.test.mjs': `throw new Error('it cannot be loaded');`,
  'abrupt.test.mjs': `test('first', () => {}); test('end', () => process.exit(0)); test('never', () => {});`,
  'orphan.test.mjs': `test('leaves a process', () => {
    const idle = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'inherit', detached: true });
    idle.unref();
    console.log('pid', idle.pid);
  });`,
};

test('files that share a process each have their own outcomes', async (t) => {
  const results = await runAll(t, ['good.test.mjs', 'bad.test.mjs', 'unfinished.test.mjs', 'good.test.mjs']);
  assert.deepEqual(outcomesOf(results[0]), { part: 'passed', whole: 'passed' });
  assert.match(outcomesOf(results[1]).wrong ?? '', /Expected values to be strictly equal/);
  assert.match(JSON.stringify(results), /it cannot be loaded/);
});

test('a throw after the end of its test fails the file, and so does an end before the last test', async (t) => {
  const [late] = await runAll(t, ['late.test.mjs']);
  assert.match(outcomesOf(late)['the file'] ?? '', /ended with 1/);
  assert.match(late?.output ?? '', /too late/);
  const [abrupt, unreached] = await runAll(t, ['abrupt.test.mjs', 'good.test.mjs']);
  assert.match(outcomesOf(abrupt)['the file'] ?? '', /ended before/);
  assert.match(outcomesOf(unreached)['the file'] ?? '', /No test of it has run/);
});

test("a test's leftovers do not delay the run", async (t) => {
  const [result] = await runAll(t, ['orphan.test.mjs']);
  const [, pid] = /pid (\d+)/.exec(result?.output ?? '') ?? [];
  // Throws when it has ended.
  process.kill(Number(pid));
  assert.deepEqual(outcomesOf(result), { 'leaves a process': 'passed' });
});

async function runAll(t: TestContext, names: (keyof typeof FILES)[]): Promise<FileResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-files-'));
  t.after(() => rm(folder, { recursive: true }));
  const files: string[] = [];
  for (const [index, name] of names.entries()) {
    const file = join(folder, `${index}-${name}`);
    await writeFile(
      file,
      `import assert from 'node:assert/strict'; import { spawn } from 'node:child_process'; import { test } from 'node:test';\n${FILES[name]}`,
    );
    files.push(file);
  }
  const results: FileResult[] = [];
  const interrupted = new AbortController().signal;
  await runTestFiles(files, { interrupted, onResult: (result) => results.push(result) });
  assert.deepEqual(
    results.map(({ file }) => file),
    files,
  );
  return results;
}

function outcomesOf(result: FileResult | undefined): Record<string, string> {
  return Object.fromEntries(result?.outcomes.map(({ name, error }) => [name, error ?? 'passed']) ?? []);
}
