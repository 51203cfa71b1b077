import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { ApiError } from '@pigeonpost/contract/client';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { AgentDirectory } from '../storage/agent-directory.ts';
import { type AgentToken, findAgentToken, storeAgentToken } from '../storage/agent-token.ts';
import type { JournalOwner } from '../storage/journal.ts';
import { askToken } from './ask-token.ts';
import type { MachineReport } from './machine.ts';
import { retry } from './retry.ts';
import { createServerClient, type ServerClient } from './server-client.ts';

export interface ConnectOptions {
  config: Config;
  directory: AgentDirectory;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  report: () => MachineReport;
}

/** How to go on when the server knows no token of this agent. */
export const HOW_TO_ENROL =
  'Copy the token from the Settings page of the web application and start the agent again with it in PIGEONPOST_TOKEN, or in a terminal, where it asks for it.';

/** The server as this agent is known there. */
export interface Connection {
  client: ServerClient;
  owner: JournalOwner;
}

/**
 * Reports the machine with the token of the last start, or enrols with the pasted one.
 * Throws a sentence for people when there is no token that the server accepts.
 */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { config, directory, log } = options;
  const stored = findAgentToken(directory, config.url);
  if (stored) {
    const connection = connectWith(stored, log);
    if (await isAccepted(connection.client, options)) return connection;
    log('The server no longer accepts the token of this agent: it was revoked.');
  }
  const enrolled = await enrol(options);
  storeAgentToken(directory, enrolled);
  const connection = connectWith(enrolled, log);
  if (!(await isAccepted(connection.client, options))) {
    throw new Error(`The new token was revoked. ${HOW_TO_ENROL}`);
  }
  return connection;
}

function connectWith(
  { url, agent_token, server_id, user_id }: AgentToken,
  log: ConnectOptions['log'],
): Connection {
  return { client: createServerClient({ url, token: agent_token, log }), owner: { server_id, user_id } };
}

async function isAccepted(
  { call }: ServerClient,
  { clock, signal, report }: ConnectOptions,
): Promise<boolean> {
  try {
    await retry(() => call('PUT /api/agent/machine', { body: report(), signal }), { clock, signal });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}

async function enrol({ config, clock, log, signal }: ConnectOptions): Promise<AgentToken> {
  const loginToken = config.loginToken ?? (await askToken(signal));
  if (!loginToken) throw new Error(`This agent has no token. ${HOW_TO_ENROL}`);
  const { call } = createServerClient({ url: config.url, token: loginToken, log });
  const body = { machine_name: hostname(), platform: process.platform, agent_version: agentVersion() };
  try {
    const { agent_token, user, server } = await retry(() => call('POST /api/agent/enrol', { body, signal }), {
      clock,
      signal,
    });
    log(`Enrolled as an agent of ${user.username}.`);
    return { url: config.url, agent_token, server_id: server.id, user_id: user.id };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw new Error(`The server does not accept this token. ${HOW_TO_ENROL}`, { cause: error });
  }
}

function agentVersion(): string {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
