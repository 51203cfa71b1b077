import { createClient } from '@pigeonpost/contract/client';
import type { Sender } from './senders.ts';

/** The token of a new agent of that user, from the enrol call. */
export async function enrol(url: string, { user }: Sender): Promise<string> {
  const call = createClient({ baseUrl: url, token: () => user.token });
  const { agent_token } = await call('POST /api/agent/enrol', {
    body: { machine_name: 'bench', platform: 'linux', agent_version: '0.1.0' },
  });
  return agent_token;
}
