import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { ROOT } from './run-step.ts';
import { readSource } from './source-files.ts';

/** Licences that allow a product to be run and sold. MPL: its own files are not changed here. */
const LICENSES = new Set(
  'MIT,MIT-0,Apache-2.0,ISC,0BSD,BSD-2-Clause,BSD-3-Clause,BlueOak-1.0.0,MPL-2.0,OFL-1.1,PSF-2.0,Python-2.0,Unlicense,CC0-1.0'.split(
    ',',
  ),
);

/** Licences that npm does not find, because the package states them in another field. */
const SAID_OTHERWISE = new Map([['node_modules/xmlhttprequest-ssl', 'MIT']]);

interface Locked {
  version?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  os?: string[];
}

const { packages } = JSON.parse(readSource('package-lock.json')) as { packages: Record<string, Locked> };
const installed = Object.entries(packages).filter(
  ([path, { link, version }]) => path.includes('node_modules/') && !link && version !== undefined,
);
const manifests = ['', ...(JSON.parse(readSource('package.json')) as { workspaces: string[] }).workspaces];

test('every package is locked to one content, and its licence is allowed', () => {
  assert.ok(installed.length > 100, 'it finds no packages at all');
  assert.deepEqual(problemsOf(installed), []);
});

test('the check finds a package without a checksum, and one with another licence', () => {
  const good = { version: '1.0.0', integrity: 'sha512-x', license: '(MIT OR EUPL-1.1+)' };
  const problems = problemsOf([
    ['node_modules/good', good],
    ['node_modules/loose', { ...good, integrity: 'sha1-x' }],
    ['node_modules/closed', { ...good, license: 'SEE LICENSE IN FILE' }],
    ['node_modules/both', { ...good, license: 'MIT AND EUPL-1.1+' }],
  ]);
  assert.deepEqual(problems, [
    'node_modules/loose: no checksum',
    'node_modules/closed: SEE LICENSE IN FILE',
    'node_modules/both: MIT AND EUPL-1.1+',
  ]);
});

test('every dependency that a workspace names is an exact version', () => {
  const loose = manifests.flatMap((folder) => {
    const manifest = JSON.parse(readSource(`${folder === '' ? '' : `${folder}/`}package.json`));
    const named = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    return Object.entries<string>(named).filter(
      ([name, version]) => !name.startsWith('@pigeonpost/') && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
  });
  assert.deepEqual(loose, []);
});

test('npm run -s sbom writes plain JSON, with every locked package', () => {
  const { stdout } = spawnSync('npm', ['run', '-s', 'sbom'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string;
    components: { name: string; version: string }[];
  };
  assert.equal(bomFormat, 'CycloneDX');
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  assert.deepEqual(
    installed.filter(
      ([path, { version }]) => !listed.has(`${path.split('node_modules/').at(-1)}@${version}`),
    ),
    [],
  );
});

function problemsOf(entries: [string, Locked][]): string[] {
  return entries.flatMap(([path, { integrity = '', license: found, os }]) => {
    const license = found ?? SAID_OTHERWISE.get(path) ?? 'no licence';
    // npm notes no checksum of a program for a system that it has not seen.
    if (!integrity.startsWith('sha512-') && os === undefined) return [`${path}: no checksum`];
    return isAllowed(license) ? [] : [`${path}: ${license}`];
  });
}

function isAllowed(license: string): boolean {
  return license
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => LICENSES.has(one)));
}
