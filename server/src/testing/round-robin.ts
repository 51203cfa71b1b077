import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A proxy that gives each new connection to the next server, and skips servers that are gone. */
export async function startRoundRobin(t: TestContext, urls: string[]): Promise<string> {
  const ports = urls.map((url) => Number(new URL(url).port));
  let turn = 0;
  const proxy = createServer((caller) => {
    // A connection that breaks on one side is closed on the other.
    caller.on('error', () => caller.destroy());
    pass(caller, ports.length);
  });

  function pass(caller: Socket, tries: number): void {
    if (tries === 0) return void caller.destroy();
    const server = connect({ host: '127.0.0.1', port: ports[turn++ % ports.length] as number });
    let isConnected = false;
    server.once('connect', () => {
      isConnected = true;
      caller.pipe(server).pipe(caller);
      caller.once('close', () => server.destroy());
    });
    server.on('error', () => {
      if (isConnected) caller.destroy();
      else pass(caller, tries - 1);
    });
    server.once('close', () => {
      if (isConnected) caller.destroy();
    });
  }

  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
