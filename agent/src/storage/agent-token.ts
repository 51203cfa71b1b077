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

/** The token that this server gave to this agent at enrolment; never shown to another server. */
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

/** Stores the token for the next start, readable by this user only. */
export function storeAgentToken(directory: AgentDirectory, stored: AgentToken): void {
  replaceFile(tokenFile(directory), JSON.stringify(stored));
}

function tokenFile(directory: AgentDirectory): string {
  return join(directory.path, 'agent-token.json');
}

// An unreadable token is replaced by enrolling again.
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
