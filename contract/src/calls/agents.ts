import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { Done, Id, IdParams, Time } from '../fields.ts';

export const Firefox = z.object({
  detected: z.boolean(),
  executable: z.string().max(4096).nullable(),
  version: z.string().max(200).nullable(),
  profiles_dir: z.string().max(4096).nullable(),
  error: z.string().max(2000).nullable(),
});
export type Firefox = z.infer<typeof Firefox>;

export const Agent = z.object({
  id: Id,
  machine_name: z.string(),
  platform: z.string(),
  agent_version: z.string(),
  connected: z.boolean(),
  last_seen_at: Time.nullable(),
  created_at: Time,
  /** How many of your profiles this machine works. */
  profiles: z.int(),
  drivers: z.array(z.string()),
  firefox: Firefox.nullable(),
});
export type Agent = z.infer<typeof Agent>;

export const agentsCalls = defineCalls({
  'GET /api/agents': {
    access: 'user',
    summary: 'Your agents: the machines that do the work, and which are connected.',
    response: z.object({ agents: z.array(Agent) }),
  },
  'DELETE /api/agents/{id}': {
    access: 'user',
    summary: 'Revoke an agent: its token stops working at once.',
    params: IdParams,
    response: Done,
  },
});
