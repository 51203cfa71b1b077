import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findAgentToken, storeAgentToken } from './agent-token.ts';

const TOKEN = { url: 'https://pigeon.example', agent_token: 'secret', server_id: 'server-a', user_id: 1 };

test('a token is only for its server and its owner, and an incomplete one is ignored', async (t) => {
  const path = await mkdtemp(join(tmpdir(), 'pigeonpost-token-'));
  t.after(() => rm(path, { recursive: true }));
  const directory = { path, close() {} };
  assert.equal(findAgentToken(directory, TOKEN.url), undefined);
  storeAgentToken(directory, TOKEN);
  assert.deepEqual(findAgentToken(directory, TOKEN.url), TOKEN);
  assert.equal(findAgentToken(directory, 'https://other.example'), undefined);
  const file = join(path, 'agent-token.json');
  assert.equal((await stat(file)).mode & 0o077, 0);
  const { user_id: _, ...old } = TOKEN;
  for (const text of [JSON.stringify(old), '{"url"']) {
    await writeFile(file, text);
    assert.equal(findAgentToken(directory, TOKEN.url), undefined);
  }
});
