import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentDirectory } from './agent-directory.ts';
import { replaceFile } from './durable-file.ts';

interface StoredToken {
  url: string;
  agent_token: string;
}

/** The token that this agent was given by this server when it enrolled; never shown to another server. */
export function findAgentToken(directory: AgentDirectory, url: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(tokenFile(directory), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const stored = parse(text);
  return stored?.url === url ? stored.agent_token : undefined;
}

/** Keeps the token for the next start, readable by this user only. */
export function storeAgentToken(directory: AgentDirectory, stored: StoredToken): void {
  replaceFile(tokenFile(directory), JSON.stringify(stored));
}

function tokenFile(directory: AgentDirectory): string {
  return join(directory.path, 'agent-token.json');
}

// One that cannot be read is replaced by enrolling again.
function parse(text: string): Partial<StoredToken> | undefined {
  try {
    return JSON.parse(text) as Partial<StoredToken>;
  } catch {
    return undefined;
  }
}
