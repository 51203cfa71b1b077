import type { Delivery } from '@pigeonpost/contract/calls/agent-protocol';
import type { HttpAgent } from './agents-over-http.ts';
import { openLeanCalls } from './lean-calls.ts';
import { type AgentCalls, sendAll } from './scripted-agents.ts';

// The process that agents-over-http.ts starts: works for the given agents, and reports when they are done.
process.on('message', (agents: HttpAgent[]) => {
  Promise.all(agents.map((agent) => sendAll(connect(agent), agent))).then(
    () => process.send?.('done'),
    (error: Error) => process.send?.(error.message),
  );
});

function connect(agent: HttpAgent): AgentCalls {
  const call = openLeanCalls(agent);
  return {
    async work(capacity, profile_paths) {
      const body = { capacity, wait_seconds: 0, profile_paths };
      return ((await call('/api/agent/work', body)) as { deliveries: Delivery[] }).deliveries;
    },
    begin: ({ token }) => call(`/api/agent/deliveries/${token}/begin`, {}),
    sent: ({ token, campaign_id, recipient_id }) =>
      call(`/api/agent/deliveries/${token}/result`, { campaign_id, recipient_id, outcome: 'sent' }),
  };
}
