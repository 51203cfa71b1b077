import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

// Like a disk that fills up: the system takes the first part of a write, and refuses the next one.
const FILE_LIMIT_KB = 4;
const OLD = `${'old '.repeat(2000)}\n`;
const NEW = `${'new '.repeat(3000)}\n`;

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'pigeonpost-durable-'));
  t.after(() => rm(path, { recursive: true }));
  return path;
}

/** Runs a program in a process that can write no more than 4 kB into a file. Returns its error output. */
function runWithSmallDisk(program: string, ...args: string[]): string {
  const { stderr } = spawnSync(
    'sh',
    [
      '-c',
      `ulimit -f ${(FILE_LIMIT_KB * 1024) / 512} && exec "$@"`,
      'sh',
      process.execPath,
      '-e',
      program,
      ...args,
    ],
    { encoding: 'utf8' },
  );
  return stderr;
}

const load = (file: string, name: string) =>
  `const { ${name} } = await import(${JSON.stringify(new URL(file, import.meta.url).href)});`;

test('a file that cannot be written whole stays as it was, and no other file remains', async (t) => {
  const path = await folder(t);
  const file = join(path, 'profiles.ini');
  await writeFile(file, OLD);
  const program = `${load('./durable-file.ts', 'replaceFile')} replaceFile(process.argv[1], process.argv[2]);`;
  assert.match(runWithSmallDisk(program, file, NEW), /profiles\.ini could not be written: EFBIG/);
  assert.equal(await readFile(file, 'utf8'), OLD);
  assert.deepEqual(await readdir(path), ['profiles.ini']);
});

test('shortening the journal on a full disk loses none of its lines', async (t) => {
  const path = join(await folder(t), 'journal.jsonl');
  const lines = Array.from(
    { length: 300 },
    (_, number) => `{"number":${number},"text":"${'x'.repeat(20)}"}\n`,
  );
  await writeFile(path, lines.join(''));
  const program = `${load('./durable-lines.ts', 'openDurableLines')}
    const file = await openDurableLines(process.argv[1]);
    await file.keepOnly((lines) => lines.slice(1)).catch((error) => console.error(error.message));
    await file.append({ number: 300 }).catch((error) => console.error(error.message));`;
  const said = runWithSmallDisk(program, path);
  assert.equal(said.match(/journal\.jsonl could not be written: EFBIG/g)?.length, 2, said);
  assert.equal(await readFile(path, 'utf8'), lines.join(''));
});

test('checking for room leaves no trace', async (t) => {
  const path = join(await folder(t), 'journal.jsonl');
  const program = `${load('./durable-lines.ts', 'openDurableLines')}
    const file = await openDurableLines(process.argv[1]);
    await file.append({ number: 1 });
    await file.requireRoom(3000);
    await file.requireRoom(5000).catch((error) => console.error(error.message));
    await file.append({ number: 2 });`;
  assert.match(runWithSmallDisk(program, path), /^\S*journal\.jsonl could not be written: EFBIG.*\n$/);
  assert.equal(await readFile(path, 'utf8'), '{"number":1}\n{"number":2}\n');
});
