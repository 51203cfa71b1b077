import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SinglePage {
  url: string;
  /** Shows this body at every address from now on. */
  show(body: string): void;
  /** Leads every visit to another address from now on. */
  leadTo(address: string): void;
  close(): Promise<void>;
}

/** A site with one page, which a test writes. */
export async function startSinglePage(): Promise<SinglePage> {
  let shown = '';
  let location: string | undefined;
  const server = createServer((_request, response) => {
    if (location !== undefined) return response.writeHead(302, { location }).end();
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><link rel="icon" href="data:,">${shown}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show(body) {
      shown = body;
      location = undefined;
    },
    leadTo(address) {
      location = address;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
