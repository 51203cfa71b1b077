import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LICENSES } from '../packaged/licenses.ts';
import { AGENT_VERSION } from '../version.ts';
import { bundleAgent } from './bundle.ts';
import { fetchNode, readNodeLicense, TARGETS, type Target } from './node-binaries.ts';
import { withoutSignature } from './windows-signature.ts';

// npm run agent:package: one file for each system, with Node inside, which the server then offers (docs/agent.md).

const OUT = join(import.meta.dirname, '../../dist');
/** The marker that Node looks for in its own file; the zero after it becomes a one when a program is added. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const POSTJECT = createRequire(import.meta.url).resolve('postject/dist/cli.js');

const work = mkdtempSync(join(tmpdir(), 'pigeonpost-package-'));
try {
  mkdirSync(OUT, { recursive: true });
  const blob = await makeBlob();
  const files = TARGETS.map((target) => makeFile(target, blob));
  writeFileSync(
    join(work, 'manifest.json'),
    `${JSON.stringify({ version: AGENT_VERSION, files }, null, 2)}\n`,
  );
  // Moved last, so that a server never offers a file that is not there yet.
  move('manifest.json');
} finally {
  rmSync(work, { recursive: true });
}

/** The data that Node runs from its own file. It is the same for every system, because nothing in it is compiled. */
async function makeBlob(): Promise<string> {
  const { program, licenses } = await bundleAgent();
  writeFileSync(join(work, 'agent.cjs'), program);
  writeFileSync(join(work, 'licenses.txt'), `${licenses}\n\n\nNode.js\n\n${readNodeLicense()}`);
  const blob = join(work, 'agent.blob');
  const config = join(work, 'config.json');
  writeFileSync(
    config,
    JSON.stringify({
      main: join(work, 'agent.cjs'),
      output: blob,
      assets: { [LICENSES]: join(work, 'licenses.txt') },
      disableExperimentalSEAWarning: true,
    }),
  );
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'ignore' });
  return blob;
}

function makeFile(target: Target, blob: string) {
  const { system, file_name } = target;
  const node = fetchNode(target);
  const file = join(work, file_name);
  if (system.startsWith('windows')) writeFileSync(file, withoutSignature(readFileSync(node)));
  else copyFileSync(node, file);
  // Its warnings are part of the error message if it fails.
  execFileSync(process.execPath, [POSTJECT, file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE], {
    stdio: 'pipe',
  });
  chmodSync(file, 0o755);
  const bytes = readFileSync(file);
  move(file_name);
  console.log(`${join(OUT, file_name)} (${Math.round(bytes.length / 1e6)} MB)`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { system, file_name, size: bytes.length, sha256 };
}

/** Moves a finished file into its place atomically. */
function move(name: string): void {
  copyFileSync(join(work, name), join(OUT, `${name}.new`));
  renameSync(join(OUT, `${name}.new`), join(OUT, name));
}
