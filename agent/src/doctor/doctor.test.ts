import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Finding } from '@pigeonpost/contract/doctor';
import { openAgentDirectory } from '../storage/agent-directory.ts';
import { storeAgentToken } from '../storage/agent-token.ts';
import { manualClock } from '../testing/manual-clock.ts';
import { SCRIPTED_OWNER, startScriptedServer } from '../testing/scripted-server.ts';
import { examineAgent } from './examine-agent.ts';

async function scene(t: TestContext) {
  const home = await mkdtemp(join(tmpdir(), 'pigeonpost-doctor-'));
  t.after(() => rm(home, { recursive: true }));
  const folder = join(home, 'agent');
  const firefox = join(home, 'firefox');
  await writeFile(firefox, '#!/bin/sh\necho Mozilla Firefox 153.0\n', { mode: 0o755 });
  const env = { HOME: home, PATH: process.env.PATH, PIGEONPOST_DIR: folder, FIREFOX: firefox };
  return { home, folder, env };
}

const problemsOf = (findings: Finding[]) =>
  findings.filter(({ isOk }) => !isOk).map(({ about, message }) => `${about}: ${message}`);
const examine = (env: NodeJS.ProcessEnv) => examineAgent(manualClock(), env);

test('a machine without an agent, without Firefox or without profiles is reported', async (t) => {
  const { env, folder } = await scene(t);
  const [agent, profiles] = problemsOf(await examine(env));
  assert.equal(agent, `Agent: none has worked on this machine: there is no ${folder}`);
  assert.match(profiles ?? '', /^Profiles: there are none in /);
  assert.match(
    problemsOf(await examine({ ...env, FIREFOX: '/no/firefox' })).join(),
    /Firefox: FIREFOX names \/no\/firefox, which is not a program\.$/,
  );
  assert.match(
    problemsOf(await examine({ ...env, PIGEONPOST_URL: 'nowhere' })).join(),
    /^Settings: .*PIGEONPOST_URL/s,
  );
});

test('a missing or revoked token, a server that is away and an agent that does not run are reported', async (t) => {
  const { env, folder } = await scene(t);
  await mkdir(folder);
  await using server = await startScriptedServer();
  const at = { ...env, PIGEONPOST_URL: server.url };
  const agentProblems = async () => problemsOf(await examine(at)).filter((line) => line.startsWith('Agent'));
  assert.deepEqual(await agentProblems(), [`Agent: has no token for ${server.url}`, 'Agent: does not run']);

  const directory = openAgentDirectory(folder);
  storeAgentToken(directory, { ...SCRIPTED_OWNER, url: server.url, agent_token: 'agent-token' });
  assert.deepEqual(await agentProblems(), []);
  const findings = await examine(at);
  assert.ok(
    findings.some(({ about, message }) => about === 'Journal' && message === 'is in use: the agent runs'),
  );
  assert.ok(!server.calls.some(({ kind }) => kind === 'work'), 'it takes no work');
  directory.close();
  assert.deepEqual(await agentProblems(), ['Agent: does not run']);

  server.on('sign-in', () => ({ status: 401, body: { error: 'Please log in.' } }));
  assert.match((await agentProblems()).join(), /no longer knows its token: it was revoked/);
  server.on('sign-in', () => ({ lost: true }));
  assert.match((await agentProblems()).join(), /does not answer/);
});

test('a damaged journal is reported with the line number', async (t) => {
  const { env, folder } = await scene(t);
  await mkdir(folder);
  await writeFile(join(folder, 'journal.jsonl'), '{"line":"answered","token":"a"}\n{"line":"cli\n{}\n');
  assert.match(problemsOf(await examine(env)).join('\n'), /Journal: Line 2 of .*journal\.jsonl is damaged/);
});
