import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentDirectory } from './agent-directory.ts';
import { replaceFile } from './durable-file.ts';
import type { JournalOwner } from './journal-lines.ts';

/** The agent's token, with the server and the user it belongs to. */
export interface AgentToken extends JournalOwner {
  url: string;
  agent_token: string;
}

/** The token that this agent was given by this server when it enrolled; never shown to another server. */
export function findAgentToken(directory: AgentDirectory, url: string): AgentToken | undefined {
  let text: string;
  try {
    text = readFileSync(tokenFile(directory), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const stored = parse(text);
  return stored?.url === url && isComplete(stored) ? stored : undefined;
}

/** Keeps the token for the next start, readable by this user only. */
export function storeAgentToken(directory: AgentDirectory, stored: AgentToken): void {
  replaceFile(tokenFile(directory), JSON.stringify(stored));
}

function tokenFile(directory: AgentDirectory): string {
  return join(directory.path, 'agent-token.json');
}

// One that cannot be read is replaced by enrolling again.
function parse(text: string): Partial<AgentToken> | undefined {
  try {
    return JSON.parse(text) as Partial<AgentToken>;
  } catch {
    return undefined;
  }
}

function isComplete(stored: Partial<AgentToken>): stored is AgentToken {
  return [stored.agent_token, stored.server_id, stored.user_id].every((value) => value !== undefined);
}
