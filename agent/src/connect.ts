import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { ApiError } from '@pigeonpost/contract/client';
import type { AgentDirectory } from './agent-directory.ts';
import { findAgentToken, storeAgentToken } from './agent-token.ts';
import { askToken } from './ask-token.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { MachineReport } from './machine.ts';
import { createServerClient, type ServerClient } from './server-client.ts';
import { untilAnswered } from './until-answered.ts';

export interface ConnectOptions {
  config: Config;
  directory: AgentDirectory;
  clock: Clock;
  say: (line: string) => void;
  signal: AbortSignal;
  report: () => MachineReport;
}

/** How to go on when the server knows no token of this agent. */
export const HOW_TO_ENROL =
  'Copy the token from the Settings page of the web application and start the agent again with it in PIGEONPOST_TOKEN, or in a terminal, where it asks for it.';

/**
 * Reports the machine with the token of the last start, or enrols with the pasted one (3-decisions, Tokens).
 * Throws a sentence for people when there is no token that the server accepts.
 */
export async function connect(options: ConnectOptions): Promise<ServerClient> {
  const { config, directory, say } = options;
  const stored = findAgentToken(directory, config.url);
  if (stored) {
    const client = createServerClient({ url: config.url, token: stored, say });
    if (await isAccepted(client, options)) return client;
    say('The server no longer accepts the token of this agent: it was revoked.');
  }
  const token = await enrol(options);
  storeAgentToken(directory, { url: config.url, agent_token: token });
  const client = createServerClient({ url: config.url, token, say });
  if (!(await isAccepted(client, options))) throw new Error(`The new token was revoked. ${HOW_TO_ENROL}`);
  return client;
}

async function isAccepted(
  { call }: ServerClient,
  { clock, signal, report }: ConnectOptions,
): Promise<boolean> {
  try {
    await untilAnswered(() => call('PUT /api/agent/machine', { body: report(), signal }), { clock, signal });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}

async function enrol({ config, clock, say, signal }: ConnectOptions): Promise<string> {
  const loginToken = config.loginToken ?? (await askToken(signal));
  if (!loginToken) throw new Error(`This agent has no token. ${HOW_TO_ENROL}`);
  const { call } = createServerClient({ url: config.url, token: loginToken, say });
  const body = { machine_name: hostname(), platform: process.platform, agent_version: agentVersion() };
  try {
    const enrolled = await untilAnswered(() => call('POST /api/agent/enrol', { body, signal }), {
      clock,
      signal,
    });
    say(`Enrolled as an agent of ${enrolled.user.username}.`);
    return enrolled.agent_token;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw new Error(`The server does not accept this token. ${HOW_TO_ENROL}`, { cause: error });
  }
}

function agentVersion(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
