import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startAgentProcess } from '../testing/agent-process.ts';
import type { Autostart } from './files.ts';
import { planAutostart } from './plan.ts';

const URL = 'http://127.0.0.1:9';
const MAIN = resolve(import.meta.dirname, '../main.ts');
const AGENT: Autostart = {
  command: ['/opt/100% mine/pigeon$post', '/opt/"mine"/$main.ts'],
  env: { PIGEONPOST_URL: 'https://pigeons.example.com/a%20b$c' },
};
const HOME = { env: {}, home: '/home/marta', directory: '/home/marta/agent', username: 'marta', uid: 1000 };

/** A home with a connected agent, and a systemctl that records its arguments. */
async function scene(t: TestContext) {
  const home = await mkdtemp(join(tmpdir(), 'pigeonpost-autostart-'));
  t.after(() => rm(home, { recursive: true }));
  const calls = join(home, 'calls');
  await mkdir(join(home, 'bin'));
  await mkdir(join(home, 'agent'));
  const systemctl = join(home, 'bin/systemctl');
  await writeFile(systemctl, `#!/bin/sh\necho "$@" >> ${calls}\n`);
  await chmod(systemctl, 0o755);
  const token = { url: URL, agent_token: 'a', server_id: 'b', user_id: 1 };
  await writeFile(join(home, 'agent/agent-token.json'), JSON.stringify(token));
  const env = {
    PATH: `${join(home, 'bin')}:${process.env.PATH}`,
    HOME: home,
    PIGEONPOST_URL: URL,
    PIGEONPOST_DIR: join(home, 'agent'),
    PIGEONPOST_TOKEN: 'secret-token',
  };
  return {
    home,
    systemctl,
    unit: join(home, '.config/systemd/user/pigeonpost-agent.service'),
    calls: () => readFile(calls, 'utf8'),
    async run(word: string) {
      const agent = startAgentProcess(env, [word]);
      return { status: await agent.ended, said: agent.lines.join('\n') };
    },
  };
}

test('one word makes the agent start with the session and now, and one removes that', {
  skip: notLinux(),
}, async (t) => {
  const { unit, calls, run } = await scene(t);
  const installed = await run('install');
  assert.equal(installed.status, 0, installed.said);
  assert.match(
    installed.said,
    /^Installed: the systemd user unit pigeonpost-agent\.service starts the agent/,
  );
  const text = await readFile(unit, 'utf8');
  assert.ok(text.includes(`ExecStart="${process.execPath}" "${MAIN}"\n`));
  assert.ok(text.includes(`Environment="PIGEONPOST_URL=${URL}"\n`));
  assert.doesNotMatch(text, /secret-token/);
  const removed = await run('uninstall');
  assert.match(removed.said, /^Removed: the systemd user unit/);
  assert.equal(existsSync(unit), false);
  assert.match((await run('uninstall')).said, /nothing to remove/);
  assert.deepEqual((await calls()).trim().split('\n'), [
    '--user daemon-reload',
    '--user enable pigeonpost-agent.service',
    '--user start pigeonpost-agent.service',
    '--user disable --now pigeonpost-agent.service',
  ]);
});

test('failures are reported: not connected, an unknown word, a refusal by the system', {
  skip: notLinux(),
}, async (t) => {
  const { home, systemctl, unit, run } = await scene(t);
  await writeFile(systemctl, '#!/bin/sh\necho "no bus" >&2\nexit 1\n');
  const refused = await run('install');
  assert.equal(refused.status, 1);
  assert.match(refused.said, /"systemctl --user daemon-reload" failed: no bus/);
  assert.equal(existsSync(unit), false);
  await rm(join(home, 'agent/agent-token.json'));
  assert.match((await run('install')).said, /This machine is not connected yet\. Start the agent once/);
  assert.match(
    (await run('fly')).said,
    /knows the words "install", "uninstall" and "version", and not "fly"/,
  );
  assert.match((await run('version')).said, /^Pigeonpost agent \d+\.\d+\.\d+, Node v24\./);
});

test('systemd accepts the unit with any folder and address', {
  skip: noSystemd(),
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-unit-'));
  t.after(() => rm(folder, { recursive: true }));
  const odd = join(folder, '100% mine $HOME');
  await mkdir(odd);
  const program = join(odd, 'agent');
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
  for (const env of [{}, { DISPLAY: ':0' }]) {
    const plan = planAutostart(
      { ...AGENT, command: [program, 'a "$b" %c'] },
      { ...HOME, platform: 'linux', env },
    );
    const file = join(folder, 'pigeonpost-agent.service');
    await writeFile(file, plan.text);
    const runtime = { ...process.env, XDG_RUNTIME_DIR: folder };
    const checked = spawnSync('systemd-analyze', ['verify', '--user', file], {
      encoding: 'utf8',
      env: runtime,
    });
    assert.equal(checked.status, 0, checked.stderr);
    assert.doesNotMatch(checked.stderr, /pigeonpost-agent/);
  }
});

test("special characters of a unit's settings and command words are kept", () => {
  const { text } = planAutostart(AGENT, { ...HOME, platform: 'linux' });
  assert.ok(text.includes('ExecStart="/opt/100%% mine/pigeon$post" "/opt/\\"mine\\"/$$main.ts"\n'), text);
  assert.ok(text.includes('Environment="PIGEONPOST_URL=https://pigeons.example.com/a%%20b$c"\n'), text);
  assert.ok(text.includes('WantedBy=default.target\n'));
});

test('Windows gets a task of this user only, and macOS a launch agent', () => {
  const windows = planAutostart(
    { command: ['C:\\Users\\M & N\\agent.exe'], env: {} },
    { ...HOME, platform: 'win32', username: 'STUDIO\\marta' },
  );
  assert.ok(windows.text.includes('<Command>C:\\Users\\M &#38; N\\agent.exe</Command>'));
  assert.equal(windows.text.match(/<UserId>STUDIO\\marta<\/UserId>/g)?.length, 2);
  assert.deepEqual(windows.install[0]?.slice(0, 4), ['schtasks', '/create', '/tn', 'Pigeonpost agent']);
  const set = planAutostart(
    { command: ['C:\\agent.exe'], env: { PIGEONPOST_URL: 'https://a.example' } },
    { ...HOME, platform: 'win32' },
  );
  assert.ok(set.text.includes('<Command>cmd.exe</Command>'));
  const line = '/d /s /c "set "PIGEONPOST_URL=https://a.example"&& "C:\\agent.exe""';
  assert.ok(set.text.includes(`<Arguments>${line.replaceAll('"', '&#34;').replaceAll('&&', '&#38;&#38;')}`));
  const mac = planAutostart(AGENT, { ...HOME, platform: 'darwin' });
  assert.equal(mac.path, '/home/marta/Library/LaunchAgents/pigeonpost.agent.plist');
  assert.ok(mac.text.includes('<string>/opt/&#34;mine&#34;/$main.ts</string>'));
  assert.deepEqual(mac.uninstall, [['launchctl', 'bootout', 'gui/1000/pigeonpost.agent']]);
});

function notLinux(): string | false {
  return process.platform !== 'linux' && 'this system has no systemd';
}

function noSystemd(): string | false {
  return spawnSync('systemd-analyze', ['--version']).status !== 0 && 'systemd is not here';
}
