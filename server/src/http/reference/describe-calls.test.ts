import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallDefinition } from '@pigeonpost/contract/call';
import { calls } from '@pigeonpost/contract/calls';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describeCalls } from './describe-calls.ts';

const table = Object.entries<CallDefinition>(calls);
const document = describeCalls();

test('each call has its own name, a verb and a noun', () => {
  const names = table.map(([, { operationId }]) => operationId);
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) < index),
    [],
  );
  assert.deepEqual(
    names.filter((name) => !/^[a-z]+([A-Z][a-z]+)*$/.test(name)),
    [],
  );
});

test('the rules that Redocly recommends find nothing in the document', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // It takes the two forms of a new campaign for overlapping: it does not see that only one of them may lack `draft`.
      'no-illogical-composition-keywords': 'off',
      // `/api/recipients/import/{id}`, an address that programs use, could be one of `/api/recipients/{id}/…`: no id is
      // a word, and the server looks for the words first.
      'no-ambiguous-paths': 'off',
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  assert.deepEqual(
    problems.map(({ ruleId, message, location: [place] }) => `${ruleId} ${place?.pointer}: ${message}`),
    [],
  );
});

test('a null has a type, and a schema of several calls has a name', () => {
  const text = JSON.stringify(document);
  assert.doesNotMatch(text, /"nullable"/);
  for (const name of ['Campaign', 'Recipient', 'Profile', 'Template', 'List', 'Refusal'])
    assert.ok(document.components.schemas[name], name);
  assert.doesNotMatch(text, /"\$ref":"#\/\$defs/);
});

test('the document says who may make a call, and with which status it is refused', () => {
  const { paths } = document as unknown as { paths: Record<string, Record<string, Described>> };
  const described = (path: string, method: string) => paths[path]?.[method] as Described;
  const signIn = described('/api/auth/login', 'post');
  assert.deepEqual(signIn.security, []);
  assert.deepEqual(
    Object.keys(signIn.responses).map(Number),
    [200, 400, 401, 403, 408, 413, 415, 429, 500, 503, 507],
  );
  const update = described('/api/templates/{id}', 'put');
  assert.equal(update.security, undefined);
  assert.match(update.description, /subscription/);
  assert.ok(update.responses[404] && update.responses[403]);
  const exported = described('/api/campaigns/{id}/logs/export', 'get');
  assert.deepEqual(Object.keys(exported.responses[200]?.content ?? {}), [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
});

interface Described {
  description: string;
  security?: unknown[];
  responses: Record<string, { content?: object }>;
}
