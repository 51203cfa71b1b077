import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { findEarlyReturns } from './returned-promises.ts';
import { ROOT } from './run-step.ts';
import { listSources } from './source-files.ts';

test('a block with disposal or finally awaits the promise that it returns', () => {
  const sources = listSources(/\.([mc]?[jt]s|tsx)$/).map((path) => join(ROOT, path));
  assert.deepEqual(
    findEarlyReturns(sources).map(({ path, line, text }) => `${relative(ROOT, path)}:${line}: ${text}`),
    [],
    'Write `return await`.',
  );
});

// A comment 'early' marks each faulty return.
const SAMPLES = `
type Thing = AsyncDisposable & Disposable & { work(): Promise<number>; read(): number };
declare function open(): Promise<Thing>;
declare const maybe: boolean;
interface Later<T> { then(done: (value: T) => void): void }

export async function direct() { await using thing = await open(); return thing.work(); /* early */ }
export async function waits() { await using thing = await open(); return await thing.work(); }
export async function noPromise() { await using thing = await open(); return thing.read(); }
export async function nothing() { await using _thing = await open(); return; }
export async function sync() { using thing = await open(); return thing.work(); /* early */ }
export async function named() { await using thing = await open(); const work = thing.work(); return work; /* early */ }
export async function chosen() { await using thing = await open(); return maybe ? thing.read() : thing.work(); /* early */ }
export async function chosenWell() { await using thing = await open(); return maybe ? thing.read() : await thing.work(); }
export async function chained() { await using thing = await open(); return thing.work().then(String); /* early */ }
export async function all() { await using thing = await open(); return Promise.all([thing.work()]); /* early */ }
export async function thenable(later: Later<number>) { await using _thing = await open(); return later; /* early */ }
export async function generic<T extends Promise<number>>(promise: T) { await using _thing = await open(); return promise; /* early */ }
export async function nested() { await using thing = await open(); if (maybe) { for (;;) return thing.work(); /* early */ } return 1; }
export async function before() { if (maybe) return Promise.resolve(1); await using thing = await open(); return thing.read(); }
export async function beside() { { await using _thing = await open(); } return Promise.resolve(1); }
export async function given() { await using thing = await open(); const job = () => { return thing.work(); }; return await job(); }
export async function inLoop(things: Thing[]) { for (await using thing of things) { return thing.work(); /* early */ } return 1; }
export async function inCase(n: number) { switch (n) { case 1: await using thing = await open(); return thing.work(); /* early */ default: return 1; } }
export async function atLast(thing: Thing) { try { return thing.work(); /* early */ } finally { thing.read(); } }
export async function caught(thing: Thing) { try { thing.read(); } catch { return thing.work(); /* early */ } finally { thing.read(); } return 1; }
export async function last(thing: Thing) { try { thing.read(); } finally { if (maybe) console.log(1); } return thing.work(); }
`;

test('it finds each return of a promise that skips such an end, and no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'returned-promises-'));
  const tsconfig = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: { types: [], lib: ['esnext', 'dom'] },
    include: ['.'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  await writeFile(join(folder, 'samples.ts'), SAMPLES);
  const wanted = SAMPLES.split('\n').flatMap((line, index) => (line.includes('early') ? [index + 1] : []));
  const found = findEarlyReturns([join(folder, 'samples.ts')]).map(({ line }) => line);
  await rm(folder, { recursive: true });
  assert.deepEqual(found, wanted);
});
