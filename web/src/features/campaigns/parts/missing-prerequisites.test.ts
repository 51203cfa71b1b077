import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingPrerequisites } from './missing-prerequisites.ts';

test('all missing parts are named in one sentence', () => {
  const nothing = { profiles: 0, templates: 0, lists: 0 };
  assert.equal(
    missingPrerequisites(nothing),
    'First add an active profile, write a template and fill a list',
  );
  assert.equal(missingPrerequisites({ ...nothing, profiles: 2, lists: 1 }), 'First write a template');
});

test('an unknown part is not missing', () => {
  assert.equal(missingPrerequisites({ profiles: undefined, templates: 1, lists: 1 }), undefined);
});
