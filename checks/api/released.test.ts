import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readApiDocument } from '@pigeonpost/server/testing/api-document';
import { readSource } from '../source-files.ts';
import { type Api, findBreaks } from './find-breaks.ts';
import { RELEASED, withoutTexts } from './released.ts';

/** What this version breaks on purpose, by the sentence of the check, and why. Empty it with each release. */
const ON_PURPOSE: Record<string, string> = {};

const released = JSON.parse(readSource(RELEASED)) as Api;

test('nothing breaks a program that was written for the last release', () => {
  const breaks = findBreaks(released, readApiDocument() as Api);
  assert.deepEqual(breaks.toSorted(), Object.keys(ON_PURPOSE).toSorted(), 'see CONTRIBUTING.md: a promise');
});

test('the document that is kept is that of the last release', () => {
  const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(readSource('CHANGELOG.md')) ?? [];
  assert.equal(released.info.version, newest, 'keep it by npm run api:keep');
});

test('a kept document has no texts, and every name', () => {
  const document = {
    info: { title: 'Pigeonpost', version: '1.0.0' },
    components: { schemas: { Note: { properties: { title: { type: 'string', description: 'Of it' } } } } },
  };
  assert.deepEqual(withoutTexts(document), {
    info: { version: '1.0.0' },
    components: { schemas: { Note: { properties: { title: { type: 'string' } } } } },
  });
});
