import type { Delivery } from '@pigeonpost/contract/calls/agent-protocol';

/** The three calls of an agent that works: over HTTP, or straight to the handlers. */
export interface AgentCalls {
  work(capacity: number, paths: string[]): Promise<Delivery[]>;
  begin(delivery: Delivery): Promise<unknown>;
  sent(delivery: Delivery): Promise<unknown>;
}

/** What an agent works off: its profiles, and how many deliveries its user's campaigns have. */
export interface Workload {
  paths: string[];
  names: number;
}

/** Works until everything of its user is sent: asks for all of its profiles, sends at once, reports, asks again. */
export async function sendAll(agent: AgentCalls, { paths, names }: Workload): Promise<void> {
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
