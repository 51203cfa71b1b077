import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadConfig } from '../config.ts';
import { findAgentToken, storeAgentToken } from '../storage/agent-token.ts';
import { manualClock } from '../testing/manual-clock.ts';
import { ENROLLED, SCRIPTED_OWNER, startScriptedServer } from '../testing/scripted-server.ts';
import { connect } from './connect.ts';

const NO_FIREFOX = { detected: false, executable: null, version: null, profiles_dir: null, error: null };

/** An agent with a login token, and a server that answers as the test says. */
async function scene(t: TestContext) {
  const server = await startScriptedServer();
  const path = await mkdtemp(join(tmpdir(), 'pigeonpost-connect-'));
  t.after(async () => {
    await server[Symbol.asyncDispose]();
    await rm(path, { recursive: true });
  });
  const directory = { path, close() {} };
  return {
    server,
    directory,
    tokens: () => findAgentToken(directory, server.url)?.agent_token,
    kinds: () => server.calls.map(({ kind }) => kind),
    connect: () =>
      connect({
        config: loadConfig({ PIGEONPOST_URL: server.url, PIGEONPOST_TOKEN: 'login-token' }),
        directory,
        journal: { told: async () => {} },
        clock: manualClock(),
        log: () => {},
        signal: new AbortController().signal,
        report: () => ({
          firefox: NO_FIREFOX,
          profiles: [],
          open: [],
          driving: [],
          drivers: [],
          counts_unread: false,
          reads_replies: false,
          site: { choice: null, error: null },
          agent_version: '1.0.0',
        }),
      }),
  };
}

const refuse = (status: number) => () => ({ status, body: { error: `Refused with ${status}.` } });

test('a token is replaced when the server does not know it, and after no other refusal', async (t) => {
  const all = await scene(t);
  const { server, directory } = all;
  storeAgentToken(directory, { ...SCRIPTED_OWNER, url: server.url, agent_token: 'stored' });
  for (const status of [400, 403, 404, 409]) {
    server.on('machine', refuse(status));
    await assert.rejects(all.connect(), new RegExp(`Refused with ${status}\\.`));
  }
  assert.equal(all.tokens(), 'stored');
  assert.ok(!all.kinds().includes('enrol'));
  server.on('machine', ({ authorization }) =>
    authorization === 'Bearer stored' ? refuse(401)() : undefined,
  );
  await all.connect();
  assert.equal(all.tokens(), ENROLLED.agent_token);
});

test('only a login token that the server does not know is called wrong', async (t) => {
  const all = await scene(t);
  for (const status of [400, 403]) {
    all.server.on('enrol', refuse(status));
    await assert.rejects(all.connect(), new RegExp(`Refused with ${status}\\.`));
  }
  all.server.on('enrol', refuse(401));
  await assert.rejects(all.connect(), /does not accept this token/);
});
