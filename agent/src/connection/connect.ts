import { hostname } from 'node:os';
import type { Enrolled, EnrollingMachine } from '@pigeonpost/contract/calls/agent-protocol';
import { ApiError } from '@pigeonpost/contract/client';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { AgentDirectory } from '../storage/agent-directory.ts';
import { type AgentToken, findAgentToken, storeAgentToken } from '../storage/agent-token.ts';
import type { Journal } from '../storage/journal.ts';
import type { JournalOwner } from '../storage/journal-lines.ts';
import type { KnownMark } from '../storage/known-marks.ts';
import { AGENT_VERSION } from '../version.ts';
import { askToken } from './ask-token.ts';
import type { MachineReport } from './machine.ts';
import { openPage } from './open-page.ts';
import { openPairing } from './pair.ts';
import { retry } from './retry.ts';
import { createServerClient, type ServerClient } from './server-client.ts';

interface ConnectOptions {
  config: Config;
  directory: AgentDirectory;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  report: () => MachineReport;
  /** Stores the server's epoch and mark. */
  journal: Pick<Journal, 'told'>;
}

/** What to do when the server knows no token of this agent. */
export const HOW_TO_ENROL =
  'Start the agent again, without PIGEONPOST_TOKEN: it shows a code to confirm on the page.';

/** The agent's connection to a server. */
interface Connection {
  client: ServerClient;
  owner: JournalOwner;
}

/**
 * Reports the machine with the token of the last start, or enrols: with PIGEONPOST_TOKEN, or by its owner's
 * confirmation. Throws a sentence if the server accepts no token.
 */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { config, directory, log } = options;
  const stored = findAgentToken(directory, config.url);
  if (stored) {
    const connection = connectWith(stored, log);
    if (await isAccepted(connection.client, options)) return connection;
    log('The server no longer accepts the token of this agent: it was revoked.');
  }
  const { told, ...enrolled } = await enrol(options);
  await options.journal.told(enrolled, told);
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

async function enrol(options: ConnectOptions): Promise<AgentToken & { told: KnownMark }> {
  const { config, log } = options;
  const { agent_token, user, server } = config.loginToken
    ? await exchange(config.loginToken, options)
    : await pairOrPaste(options);
  log(`Enrolled as an agent of ${user.username}.`);
  return { url: config.url, agent_token, server_id: server.id, user_id: user.id, told: server };
}

/** Exchanges a pasted login token for a token of the agent's own. */
async function exchange(
  loginToken: string,
  { config, clock, log, signal }: ConnectOptions,
): Promise<Enrolled> {
  const { call } = createServerClient({ url: config.url, token: loginToken, log });
  try {
    return await retry(() => call('POST /api/agent/enrol', { body: thisMachine(), signal }), {
      clock,
      signal,
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw new Error(`The server does not accept this token. ${HOW_TO_ENROL}`, { cause: error });
  }
}

/**
 * Shows a code until it is confirmed on the page, and another one whenever it expires. On a terminal a pasted token is
 * accepted too.
 */
async function pairOrPaste(options: ConnectOptions): Promise<Enrolled> {
  const { config, log } = options;
  // Only the first code opens a page: a user who went away would otherwise come back to one for every ten minutes.
  const open = (address: string) => openPage(address, config.env);
  for (let show = open; ; show = () => {}) {
    const enrolled = await pairOrPasteOnce(options, show);
    if (enrolled) return enrolled;
    log('That code has expired. The next one follows.');
  }
}

/** Undefined if the code has expired. */
async function pairOrPasteOnce(
  options: ConnectOptions,
  show: (address: string) => void,
): Promise<Enrolled | undefined> {
  const { config, clock, log } = options;
  const { url } = config;
  const done = new AbortController();
  const signal = AbortSignal.any([options.signal, done.signal]);
  const { call } = createServerClient({ url, token: undefined, log });
  const pairing = await openPairing(thisMachine(), { url, call, clock, signal });
  if (pairing) {
    log(`This machine is not connected yet. Open ${pairing.address}`);
    log(`and press Connect there if it shows this code: ${pairing.user_code}`);
    show(pairing.address);
  }
  const pasted = askToken(signal).then((token) =>
    token ? exchange(token, { ...options, signal }) : undefined,
  );
  if (!pairing)
    return (await pasted) ?? Promise.reject(new Error(`This agent has no token. ${HOW_TO_ENROL}`));
  const confirmed = pairing.confirmed();
  try {
    // Without a pasted token it waits for the page.
    return await Promise.race([confirmed, pasted.then((enrolled) => enrolled ?? confirmed)]);
  } finally {
    done.abort();
    await Promise.allSettled([confirmed, pasted]);
  }
}

function thisMachine(): EnrollingMachine {
  return { machine_name: hostname(), platform: process.platform, agent_version: AGENT_VERSION };
}
