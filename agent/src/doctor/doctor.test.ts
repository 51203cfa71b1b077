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

test('the chosen site is told, and whether this agent can drive it', async (t) => {
  const { env, folder } = await scene(t);
  const siteOf = async (more: NodeJS.ProcessEnv = {}) => {
    const findings = await examine({ ...env, PRACTICE_URL: undefined, ...more });
    return findings.flatMap(({ about, isOk, message }) => (about === 'Site' ? [`${isOk}: ${message}`] : []));
  };
  const choose = (site: object | string) =>
    writeFile(join(folder, 'site.json'), typeof site === 'string' ? site : JSON.stringify(site));
  await mkdir(folder);
  assert.deepEqual(await siteOf(), ['false: none is chosen, and this agent has no site driver']);
  const PRACTICE_URL = 'http://127.0.0.1:4600';
  assert.deepEqual(await siteOf({ PRACTICE_URL }), [
    'true: none is chosen, and this agent works through the driver "practice"',
  ]);
  await choose({ kind: 'snac', address: 'https://fedi.example' });
  assert.deepEqual(await siteOf(), [
    'true: snac at https://fedi.example is chosen, and this agent works through the driver "snac"',
  ]);
  assert.match(
    (await siteOf({ PRACTICE_URL })).join(),
    /^false: snac at .* is chosen, and this agent cannot use it: It was started with PRACTICE_URL/,
  );
  await choose({ kind: 'described', name: 'clubhouse' });
  assert.match(
    (await siteOf()).join(),
    /^false: described "clubhouse" is chosen, and this agent cannot use it: There is no clubhouse\.json in /,
  );
  await choose('{');
  assert.match((await siteOf()).join(), /^false: .*site\.json cannot be read: delete it/);
});
