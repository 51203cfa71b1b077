import { Agent, request } from 'node:http';
import type { Delivery } from '@pigeonpost/contract/calls/agent';
import type { HttpAgent } from './agents-over-http.ts';
import { type AgentCalls, sendAll } from './scripted-agents.ts';

// The process that agents-over-http.ts starts: works for the agents it is sent, and says when they are done. It calls by
// Node's own client with connections that stay open, which costs a fraction of what fetch does: the machine is the
// server's.
process.on('message', (agents: HttpAgent[]) => {
  Promise.all(agents.map((agent) => sendAll(connect(agent), agent))).then(
    () => process.send?.('done'),
    (error: Error) => process.send?.(error.message),
  );
});

function connect({ url, token }: HttpAgent): AgentCalls {
  const connections = new Agent({ keepAlive: true });
  const call = (path: string, body: object) => post({ url: url + path, token, connections }, body);
  return {
    async work(capacity, profile_paths) {
      const body = { capacity, wait_seconds: 0, profile_paths };
      return ((await call('/api/agent/work', body)) as { deliveries: Delivery[] }).deliveries;
    },
    begin: ({ token: of }) => call(`/api/agent/deliveries/${of}/begin`, {}),
    sent: ({ token: of, campaign_id, recipient_id }) =>
      call(`/api/agent/deliveries/${of}/result`, { campaign_id, recipient_id, outcome: 'sent' }),
  };
}

function post(
  { url, token, connections }: { url: string; token: string; connections: Agent },
  body: object,
): Promise<unknown> {
  const text = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent: connections, headers }, (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        answer += part;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(answer));
        else reject(new Error(`${url} answered ${response.statusCode}: ${answer}`));
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
