import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDefaultProfile } from './profiles.ts';

test("Firefox's own default profiles are known by name and by path", () => {
  const names = [
    'default',
    'default-release',
    'default-esr',
    'ab12cd34.default',
    'x1.default-nightly',
    'My-Default',
  ];
  for (const name of names) {
    assert.ok(isDefaultProfile(name), name);
    assert.ok(isDefaultProfile(`/home/marta/.mozilla/firefox/${name}`), name);
    assert.ok(isDefaultProfile(`C:\\Users\\marta\\Profiles\\${name}\\`), name);
  }
});

test("a person's own profile is none, also in a folder of defaults", () => {
  for (const name of ['fjordandclay', '/srv/default/fjordandclay', 'ab12.fjordandclay', '']) {
    assert.ok(!isDefaultProfile(name), name);
  }
});
