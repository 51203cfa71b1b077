import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSources, readSource } from './source-files.ts';

/**
 * Access across users goes through `asSystem` or `readAsSystem` with its purpose as a text, or through a function of
 * the database by name. This is the whole list, so that a reviewer sees each new one.
 */
const PURPOSES = new Set([
  // before there is a user
  'register',
  'sign-in',
  'pairing',
  'token check',
  'find_session',
  'first admin',
  'server identity',
  'forget sign-ins',
  'reading the time',
  // for people who get messages, by their link
  'a stop link',
  'stop links after a restore',
  // about all users, for administrators
  'security log',
  'forget security log',
  // about accounts, for administrators
  'making a user',
  'setting a password',
  'resetting a password',
  // mail, to addresses that several users may have
  'sending mails',
  'wishes for a password',
  'asking to confirm an address',
  'confirming an address',
  'forget mails',
  // across users
  'notifications',
  'forget notifications',
  'notifications to mail',
  'ending mails',
  'live sessions',
  'claim',
  'see_quiet_agents',
  'begin',
  'result',
  'lease sweep',
  'finding unfinished campaigns',
  'running campaigns',
  'finding scheduled campaigns',
  'request expiry',
  'finding deleted campaigns',
  'finding campaigns that retry',
  'forget deleted deliveries',
  'forget tests',
  'find deleted lists',
  'finding deleted fields and tags',
  'finding imports that are being undone',
  'finding erasures',
  'forget what was deleted',
  'finding deleted users',
  'removing a deleted user',
  'agents that fell silent',
  'find replies to read',
  'forget texts of replies',
]);

/** Opens the transaction of the contract's public and admin calls, so its purpose is the call's summary. */
const GUARD = 'server/src/http/mount.ts';

test('only the listed purposes bypass row-level security', () => {
  const uses = listSources(/^server\/src\/.*\.ts$/)
    .filter(
      (path) =>
        !/\.test\.ts$|\/testing\/|\/database\/transactions\.ts$|\/database\/engine\/engine-step\.ts$/.test(
          path,
        ) && path !== GUARD,
    )
    .flatMap((path) => purposesOf(readSource(path)).map((purpose) => ({ path, purpose })));
  assert.ok(uses.length > 0, 'it finds no use at all');
  assert.deepEqual(
    uses.filter(({ purpose }) => !PURPOSES.has(purpose)),
    [],
  );
});

test('the check reads the purpose, and finds a missing one', () => {
  assert.deepEqual(purposesOf(`deps.asSystem('sweep', (tx) => x)`), ['sweep']);
  assert.deepEqual(purposesOf(`deps.readAsSystem('look', look)`), ['look']);
  assert.deepEqual(purposesOf('await asSystem(\n  why, work)'), ['(not a plain text)']);
  assert.deepEqual(purposesOf(`deps.callAsSystem<Found>('find', [])`), ['find']);
  assert.deepEqual(purposesOf(`deps.takeStep<Found>('step', work)`), ['step']);
  assert.deepEqual(purposesOf(`deps.takeStep('result', decide)`), ['result']);
  assert.deepEqual(purposesOf(`Pick<Deps, 'asSystem'>`), []);
});

function purposesOf(text: string): string[] {
  return [
    ...text.matchAll(/\b(?:asSystem|readAsSystem|callAsSystem|takeStep)(?:<[^(]*>)?\(\s*(?:'([^']*)')?/g),
  ].map(([, purpose]) => purpose ?? '(not a plain text)');
}
