import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** The web server in front of snac, which every snac needs: snac itself ends connections that browsers mean to keep. */
export async function startProxy(port: number, snacPort: number): Promise<{ close(): Promise<void> }> {
  const server = createServer((incoming, answer) => {
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port: snacPort, method, path: url, headers, agent: false });
    onward.on('response', (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    onward.on('error', () => answer.headersSent || answer.writeHead(502).end());
    incoming.pipe(onward);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
