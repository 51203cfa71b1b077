import { EventEmitter } from 'node:events';
import type { Delivery } from '@pigeonpost/contract/calls/agent';
import { createClient } from '@pigeonpost/contract/client';
import { agentRoutes } from '@pigeonpost/server/features/agent/routes';
import { findCaller } from '@pigeonpost/server/features/auth/authenticate';
import type { Side } from './databases.ts';
import type { Sender } from './senders.ts';

/** The three calls of an agent that works: over HTTP, or straight to the handlers. */
export interface AgentCalls {
  work(capacity: number, paths: string[]): Promise<Delivery[]>;
  begin(delivery: Delivery): Promise<unknown>;
  sent(delivery: Delivery): Promise<unknown>;
}

type Enrolled = (sender: Sender) => Promise<AgentCalls>;

/** Agents that call over HTTP, each with a client of its own. */
export function overHttp(url: string): Enrolled {
  return async (sender) => {
    const token = await enrol(url, sender);
    const call = createClient({ baseUrl: url, token: () => token });
    return {
      async work(capacity, profile_paths) {
        const body = { capacity, wait_seconds: 0, profile_paths };
        return (await call('POST /api/agent/work', { body })).deliveries;
      },
      begin: ({ token }) => call('POST /api/agent/deliveries/{token}/begin', { params: { token }, body: {} }),
      sent: ({ token, campaign_id, recipient_id }) =>
        call('POST /api/agent/deliveries/{token}/result', {
          params: { token },
          body: { campaign_id, recipient_id, outcome: 'sent' },
        }),
    };
  };
}

/** Agents that call the route's own handlers, which share their gatherers as they do in a server. */
export function inProcess({ deps }: Side, url: string): Enrolled {
  type Handler = { ownTransactions(context: object): Promise<unknown> };
  const routes = agentRoutes(deps) as unknown as Record<string, Handler>;
  const call = (name: string, context: object) => {
    const handler = routes[name];
    if (!handler) throw new Error(`There is no ${name}.`);
    return handler.ownTransactions({ reply: { raw: new EventEmitter() }, ...context });
  };
  return async (sender) => {
    const caller = await findCaller(deps, await enrol(url, sender));
    return {
      async work(capacity, profile_paths) {
        const body = { capacity, wait_seconds: 0, profile_paths };
        const found = await call('POST /api/agent/work', { caller, body });
        return (found as { deliveries: Delivery[] }).deliveries;
      },
      begin: ({ token }) => call('POST /api/agent/deliveries/{token}/begin', { caller, params: { token } }),
      sent: ({ token, campaign_id, recipient_id }) =>
        call('POST /api/agent/deliveries/{token}/result', {
          caller,
          params: { token },
          body: { campaign_id, recipient_id, outcome: 'sent' },
        }),
    };
  };
}

/** Works until everything of its user is sent: asks for all of its profiles, sends at once, reports, asks again. */
export async function sendAll(agent: AgentCalls, { paths, names }: Sender): Promise<void> {
  let sent = 0;
  while (sent < names) {
    const deliveries = await agent.work(paths.length, paths);
    if (deliveries.length === 0) throw new Error(`Nothing is due, and ${names - sent} were not sent.`);
    await Promise.all(deliveries.map((delivery) => send(agent, delivery)));
    sent += deliveries.length;
  }
}

async function send(agent: AgentCalls, delivery: Delivery): Promise<void> {
  await agent.begin(delivery);
  await agent.sent(delivery);
}

async function enrol(url: string, { user }: Sender): Promise<string> {
  const call = createClient({ baseUrl: url, token: () => user.token });
  const { agent_token } = await call('POST /api/agent/enrol', {
    body: { machine_name: 'bench', platform: 'linux', agent_version: '0.1.0' },
  });
  return agent_token;
}
