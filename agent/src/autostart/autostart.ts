import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { openAgentDirectory } from '../storage/agent-directory.ts';
import { findAgentToken } from '../storage/agent-token.ts';
import { type Plan, planAutostart } from './plan.ts';

interface AutostartOptions {
  config: Config;
  /** The command that starts this agent. */
  command: [string, ...string[]];
  say: (sentence: string) => void;
}

/** Settings that an installed agent keeps; never the login token, which it has exchanged for its own. */
const KEPT = [
  'PIGEONPOST_URL',
  'PIGEONPOST_ALLOW_HTTP',
  'PIGEONPOST_DIR',
  'PRACTICE_URL',
  'FIREFOX_START_SECONDS',
];

/** Makes the agent start with this user's session, and starts it now (docs/agent.md#starting-with-the-session). */
export function installAutostart(options: AutostartOptions): void {
  const { config, say } = options;
  const directory = { path: resolve(config.directory), close: () => {} };
  // An agent that starts by itself has no person to confirm a code.
  if (!findAgentToken(directory, config.url))
    throw new Error(
      'This machine is not connected yet. Start the agent once without "install" and connect it; then install it.',
    );
  const plan = planOf(options);
  mkdirSync(dirname(plan.path), { recursive: true });
  const wasThere = existsSync(plan.path);
  writeFileSync(plan.path, plan.text, { mode: 0o600 });
  try {
    run(plan.install, config.env);
  } catch (error) {
    // If the file stayed there, it would look installed.
    if (!wasThere) rmSync(plan.path);
    throw error;
  }
  say(`Installed: ${plan.kind} starts the agent with your session. It is described in ${plan.path}.`);
  if (isWorking(directory.path)) {
    say('An agent is working now, so this one starts with your next session.');
  } else {
    run(plan.start, config.env);
    say('It works from now on. The word "uninstall" in place of "install" removes it again.');
  }
}

/** Removes the start with the session. The agent's folder stays, and the agent can still be started by hand. */
export function uninstallAutostart(options: AutostartOptions): void {
  const plan = planOf(options);
  if (!existsSync(plan.path)) {
    options.say('The agent does not start with your session: nothing to remove.');
    return;
  }
  run(plan.uninstall, options.config.env);
  rmSync(plan.path);
  options.say(`Removed: ${plan.kind}. The agent starts only when you start it.`);
}

function planOf({ config, command }: AutostartOptions): Plan {
  const { env } = config;
  const kept = KEPT.flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : []));
  const { username, uid } = userInfo();
  return planAutostart(
    { command, env: Object.fromEntries(kept) },
    {
      platform: process.platform,
      env,
      home: env.HOME ?? homedir(),
      directory: resolve(config.directory),
      username: env.USERDOMAIN ? `${env.USERDOMAIN}\\${username}` : username,
      uid,
    },
  );
}

function isWorking(directory: string): boolean {
  try {
    openAgentDirectory(directory).close();
    return false;
  } catch {
    return true;
  }
}

function run(commands: string[][], env: NodeJS.ProcessEnv): void {
  for (const [program = '', ...args] of commands) {
    try {
      execFileSync(program, args, { env, stdio: 'pipe', encoding: 'utf8' });
    } catch (error) {
      const { code, stderr, message } = error as { code?: string; stderr?: string; message: string };
      if (code === 'ENOENT')
        throw new Error(`This system has no ${program}, which would start the agent with your session.`, {
          cause: error,
        });
      throw new Error(`"${[program, ...args].join(' ')}" failed: ${stderr?.trim() || message}`, {
        cause: error,
      });
    }
  }
}
