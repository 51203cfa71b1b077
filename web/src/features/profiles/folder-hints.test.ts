import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folderHints, withHint } from './parts/folder-hints.ts';

const hintsOf = (...profiles: [name: string, path: string][]) => {
  const named = profiles.map(([name, path]) => ({ name, path }));
  const hints = folderHints(named);
  return named.map((one) => withHint(one, hints));
};

test('only profiles that share a name get a hint, with as much of their paths as needed', () => {
  assert.deepEqual(hintsOf(['Kiln', '/f/x1.kiln'], ['Shop', '/f/x2.shop']), ['Kiln', 'Shop']);
  assert.deepEqual(hintsOf(['Kiln', '/f/x1.kiln'], ['kiln ', '/f/x2.kiln'], ['Shop', '/f/kiln']), [
    'Kiln (x1.kiln)',
    'kiln  (x2.kiln)',
    'Shop',
  ]);
  assert.deepEqual(hintsOf(['Kiln', '/f/Profiles/kiln'], ['Kiln', '/f/kiln'], ['Kiln', '/g/x1']), [
    'Kiln (Profiles/kiln)',
    'Kiln (/f/kiln)',
    'Kiln (x1)',
  ]);
  assert.deepEqual(hintsOf(['Kiln', String.raw`C:\f\Kiln`], ['Kiln', String.raw`D:\f\kiln`]), [
    'Kiln (C:\\f\\Kiln)',
    'Kiln (D:\\f\\kiln)',
  ]);
  assert.deepEqual(hintsOf(['Kiln', '/kiln'], ['Kiln', '/f/kiln']), ['Kiln (/kiln)', 'Kiln (/f/kiln)']);
});

test('a folder that is listed twice is not another profile of that name', () => {
  assert.deepEqual(hintsOf(['Kiln', '/f/kiln'], ['Kiln', '/f/kiln']), ['Kiln', 'Kiln']);
});
