import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { nextSourceChange } from './watch-sources.ts';

test('a change is noticed in every folder below, and again after an editor has replaced a file', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'pigeonpost-sources-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, 'features/lists'), { recursive: true });
  const file = join(root, 'features/lists/routes.ts');
  await writeFile(file, '1');
  for (const text of ['2', '3', '4']) {
    const change = nextSourceChange([root]);
    await writeFile(`${file}~`, text);
    await rename(`${file}~`, file);
    assert.equal(await change, 'routes.ts');
  }
  const written = nextSourceChange([root]);
  await writeFile(file, '5');
  assert.equal(await written, 'routes.ts');
  // A new folder is one change, and a later file in it another.
  const made = nextSourceChange([root]);
  await mkdir(join(root, 'features/tags'));
  assert.equal(await made, 'tags');
  const inside = nextSourceChange([root]);
  // Neither of these is a source of the running program.
  await writeFile(join(root, 'features/tags/tags.test.ts'), '');
  await writeFile(join(root, 'features/tags/notes.md'), '');
  await writeFile(join(root, 'features/tags/queries.sql'), '');
  assert.equal(await inside, 'queries.sql');
});
