import { EventEmitter } from 'node:events';
import type { Delivery } from '@pigeonpost/contract/calls/agent-protocol';
import { findCaller } from '@pigeonpost/server/access/authenticate';
import { agentProtocolRoutes } from '@pigeonpost/server/features/agent-protocol/routes';
import type { Side } from './databases.ts';
import { enrol } from './enrol.ts';
import { readReplies, reportReader } from './replies.ts';
import { type AgentCalls, sendAll } from './scripted-agents.ts';
import type { Sender } from './senders.ts';

type Handler = { ownTransactions(context: object): Promise<unknown> };

/** Agents that call the route's own handlers, which answer in batches as in a server. */
export function agentsInProcess({ deps }: Side, url: string) {
  const routes = agentProtocolRoutes(deps) as unknown as Record<string, Handler>;
  const call = (name: string, context: object) => {
    const handler = routes[name];
    if (!handler) throw new Error(`There is no ${name}.`);
    return handler.ownTransactions({ reply: { raw: new EventEmitter() }, ...context });
  };

  async function connect(sender: Sender): Promise<{ calls: AgentCalls; token: string }> {
    const token = await enrol(url, sender);
    if (sender.isHeard) await reportReader({ url, sender, token });
    const caller = await findCaller(deps, token);
    const calls: AgentCalls = {
      async work(capacity, profile_paths) {
        const body = { capacity, wait_seconds: 0, profile_paths };
        const found = await call('POST /api/agent/work', { caller, body });
        return (found as { deliveries: Delivery[] }).deliveries;
      },
      begin: ({ token }) =>
        call('POST /api/agent/deliveries/{token}/begin', { caller, params: { token }, body: {} }),
      sent: ({ token, campaign_id, recipient_id }) =>
        call('POST /api/agent/deliveries/{token}/result', {
          caller,
          params: { token },
          body: { campaign_id, recipient_id, outcome: 'sent' },
        }),
    };
    return { calls, token };
  }

  async function work({ sender, calls, token }: { sender: Sender; calls: AgentCalls; token: string }) {
    const sent = await sendAll(calls, sender);
    if (sender.isHeard) await readReplies({ url, sender, token }, sent);
  }

  return {
    /** Returns a function that makes them work until everything is sent, and its replies are read. */
    async prepare(senders: Sender[]): Promise<() => Promise<unknown>> {
      const agents = await Promise.all(
        senders.map(async (sender) => ({ sender, ...(await connect(sender)) })),
      );
      return () => Promise.all(agents.map(work));
    },
  };
}
