import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSources, readSource } from './source-files.ts';

/**
 * Everything that looks past one user goes through `asSystem`, with its purpose as a text. This is the whole
 * list: a new line here is a question for whoever reads the change.
 */
const PURPOSES = new Set([
  // before there is a user
  'register',
  'sign-in',
  'token check',
  'first admin',
  'health',
  'forget sign-ins',
  // across users
  'gathered begin',
  'gathered results',
  'lease sweep',
  'finding stragglers',
  'request expiry',
  'finding put-backs',
  'find deleted lists',
  'agents that fell silent',
]);

/** The guard itself, which opens the door for the contract's public and admin calls. */
const GUARD = 'server/src/mount.ts';

test('only the purposes listed here go past row-level security', () => {
  const uses = listSources(/^server\/src\/.*\.ts$/)
    .filter((path) => !/\.test\.ts$|\/testing\/|\/database\/doors\.ts$/.test(path) && path !== GUARD)
    .flatMap((path) => purposesOf(readSource(path)).map((purpose) => ({ path, purpose })));
  assert.ok(uses.length > 0, 'it finds no use at all');
  assert.deepEqual(
    uses.filter(({ purpose }) => !PURPOSES.has(purpose)),
    [],
  );
});

test('the check reads the purpose, and an unnamed one is none', () => {
  assert.deepEqual(purposesOf(`deps.asSystem('sweep', (tx) => x)`), ['sweep']);
  assert.deepEqual(purposesOf('await asSystem(\n  why, work)'), ['(not a plain text)']);
  assert.deepEqual(purposesOf(`Pick<Deps, 'asSystem'>`), []);
});

function purposesOf(text: string): string[] {
  return [...text.matchAll(/\basSystem(?:<[^(]*>)?\(\s*(?:'([^']*)')?/g)].map(
    ([, purpose]) => purpose ?? '(not a plain text)',
  );
}
