import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readDriverTypes } from '../driver-trial/driver-types.ts';
import { bundleAgent } from './bundle.ts';
import { withoutSignature } from './windows-signature.ts';

test('the agent as one CommonJS text runs without any other file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-bundle-'));
  t.after(() => rm(folder, { recursive: true }));
  const program = join(folder, 'agent.cjs');
  const bundle = await bundleAgent();
  await writeFile(program, bundle.program);
  assert.match(bundle.licenses, /^ws [\d.]+ \(MIT\)\n\nCopyright \(c\) .*Einar Otto Stangvik/m);
  const drivers = join(folder, 'drivers');
  await mkdir(drivers);
  const start = (...words: string[]) => {
    const env = { HOME: folder, PIGEONPOST_DIR: folder };
    return spawnSync(process.execPath, [program, ...words], { env, encoding: 'utf8' });
  };
  const load = (name: string) => start('driver', 'open', name).stderr;
  // The user's own driver is loaded from its file, one of the project from the bundle.
  const own = join(drivers, 'own.ts');
  await writeFile(own, 'export const count: number = 1;');
  assert.match(load('own'), /own\.ts cannot be used: it does not export a function createDriver\./);
  await rm(own);
  await writeFile(join(drivers, 'xmpp.json'), '{}');
  assert.match(load('xmpp'), /xmpp cannot be used: .*address/);
  // The driver kit, with the types that a driver needs.
  assert.match(start('driver').stdout, / node driver check +DRIVER/);
  assert.match(start('driver', 'new', 'club').stdout, /Made .*club\.ts/);
  assert.equal(
    await readFile(join(drivers, 'types/pigeonpost-driver.d.ts'), 'utf8'),
    readDriverTypes()['pigeonpost-driver.d.ts'],
  );
  assert.match(start('driver', 'open', 'absent').stderr, /There is no driver "absent"/);
});

test('a program for Windows loses its signature and nothing else', () => {
  const [header, program, signature] = [0x80, 0x400, 0x200];
  const signed = Buffer.alloc(program + signature, 1);
  signed.writeUInt32LE(header, 0x3c);
  signed.writeUInt16LE(0x20b, header + 24);
  const directory = header + 24 + 112 + 32;
  signed.writeUInt32LE(program, directory);
  signed.writeUInt32LE(signature, directory + 4);
  const unsigned = withoutSignature(signed);
  assert.equal(unsigned.length, program);
  assert.deepEqual([unsigned.readUInt32LE(directory), unsigned.readUInt32LE(directory + 4)], [0, 0]);
  assert.deepEqual(withoutSignature(unsigned), unsigned);
  signed.fill(0, directory, directory + 8);
  assert.deepEqual(signed.subarray(0, program), unsigned);
  assert.throws(() => withoutSignature(Buffer.alloc(0x400)), /no 64-bit program/);
});
