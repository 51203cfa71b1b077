import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDefaultProfile } from './profiles.ts';

test("Firefox's own default profiles are known by name and by path", () => {
  const names = [
    'default',
    'Default',
    'default-release',
    'default-nightly',
    'default-esr',
    'default-beta',
    'ab12cd34.default',
    'x1.default-nightly',
    'ab12cd34.default-release-1',
  ];
  for (const name of names) {
    assert.ok(isDefaultProfile(name), name);
    assert.ok(isDefaultProfile(`/home/marta/.mozilla/firefox/${name}`), name);
    assert.ok(isDefaultProfile(`C:\\Users\\marta\\Profiles\\${name}\\`), name);
  }
});

test("a person's own profile is not a default one, whatever else its name or the folders around it say", () => {
  const names = [
    'fjordandclay',
    '/srv/default/fjordandclay',
    'ab12.fjordandclay',
    '',
    'Default customers',
    'ab12cd34.Default customers',
    'My-Default',
    'default-customers',
    'defaults',
    'ab12cd34.defaults',
  ];
  for (const name of names) assert.ok(!isDefaultProfile(name), name);
});
