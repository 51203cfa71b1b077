import type { Delivery } from '@pigeonpost/contract/calls/agent-protocol';

/** The three calls of a working agent: over HTTP, or directly to the handlers. */
export interface AgentCalls {
  work(capacity: number, paths: string[]): Promise<Delivery[]>;
  begin(delivery: Delivery): Promise<unknown>;
  sent(delivery: Delivery): Promise<unknown>;
}

/** An agent's work: its profiles, and the number of deliveries of its user's campaigns. */
export interface Workload {
  paths: string[];
  names: number;
}

/**
 * Works until everything of its user is sent: asks for work for all its profiles, sends at once, reports, asks again.
 * Gives what it sent.
 */
export async function sendAll(agent: AgentCalls, { paths, names }: Workload): Promise<Delivery[]> {
  const sent: Delivery[] = [];
  while (sent.length < names) {
    const deliveries = await agent.work(paths.length, paths);
    if (deliveries.length === 0) throw new Error(`Nothing is due, and ${names - sent.length} were not sent.`);
    await Promise.all(deliveries.map((delivery) => send(agent, delivery)));
    sent.push(...deliveries);
  }
  return sent;
}

async function send(agent: AgentCalls, delivery: Delivery): Promise<void> {
  await agent.begin(delivery);
  await agent.sent(delivery);
}
