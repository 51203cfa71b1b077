import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { EmptyAnswer, Id, IdParams, sized, Time } from '../fields.ts';

export const Firefox = z
  .object({
    detected: z.boolean(),
    executable: sized(z.string(), { max: 4096 }).nullable(),
    version: sized(z.string(), { max: 200 }).nullable(),
    profiles_dir: sized(z.string(), { max: 4096 }).nullable(),
    error: sized(z.string(), { max: 2000 }).nullable(),
  })
  .meta({ id: 'Firefox' });
export type Firefox = z.infer<typeof Firefox>;

export const Agent = z
  .object({
    id: Id,
    machine_name: z.string(),
    platform: z.string(),
    agent_version: z.string(),
    /** The version that this server offers for download, if the agent's is older. */
    newer_version: z.string().nullable(),
    connected: z.boolean(),
    last_seen_at: Time.nullable(),
    created_at: Time,
    /** The number of your profiles on this machine. */
    profiles: z.int(),
    drivers: z.array(z.string()),
    /** Whether the agent's drivers count unread messages. */
    counts_unread: z.boolean(),
    firefox: Firefox.nullable(),
    /** Whether it takes its site from the app; older agents and scripts do not. */
    takes_site: z.boolean(),
    /** It has not taken the present choice yet. */
    is_changing_site: z.boolean(),
    /** Why it cannot use the site that it took, as a sentence. */
    site_error: z.string().nullable(),
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof Agent>;

export const AgentDownload = z
  .object({
    /** 'windows-x64', 'linux-x64', 'linux-arm64' */
    system: z.string(),
    file_name: z.string(),
    /** Bytes. */
    size: z.int(),
  })
  .meta({ id: 'AgentDownload' });
export type AgentDownload = z.infer<typeof AgentDownload>;

export const agentCalls = defineCalls({
  'GET /api/agents': {
    operationId: 'listAgents',
    access: 'user',
    summary: 'Your agents and their machines, with the connected ones.',
    response: z.object({ agents: z.array(Agent) }),
  },
  'GET /api/agents/downloads': {
    operationId: 'listAgentDownloads',
    access: 'user',
    summary: 'The packaged agents that this server offers, by system.',
    response: z.object({ version: z.string().nullable(), downloads: z.array(AgentDownload) }),
  },
  'DELETE /api/agents/{id}': {
    operationId: 'revokeAgent',
    access: 'user',
    summary: 'Revoke an agent: its token stops working at once.',
    params: IdParams,
    response: EmptyAnswer,
  },
});
