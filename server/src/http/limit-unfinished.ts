import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../access/caller-address.ts';
import type { Clock } from '../clock.ts';
import { lastAnswer } from './error-answers.ts';

// Almost every request is there within milliseconds, so however many come at once, none of them is closed.
const LEFT_ALONE_MS = 5_000;
const UNFINISHED_A_NETWORK = 1_000;
const TOO_SLOW =
  'Too many calls from this network are on their way, and this one took longest. Please try again.';

/**
 * Limits the connections of one network that have not sent a whole request yet: half a header costs its sender nothing,
 * and the server a connection. Beyond the limit a new one ends the one that has waited longest, so that nobody is kept
 * out. Not behind a proxy, which all connections come from and which waits in the server's place. After
 * `realtime.attach`, which keeps the requests of live connections from earlier listeners.
 */
export function limitUnfinished(server: Server, clock: Pick<Clock, 'now'>): void {
  const networks = new Map<string, Map<Socket, number>>();
  const releases = new WeakMap<Socket, () => void>();

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const waiting = networks.get(network) ?? new Map<Socket, number>();
    networks.set(network, waiting);
    const release = () => {
      releases.delete(socket);
      socket.off('close', release);
      waiting.delete(socket);
      if (waiting.size === 0) networks.delete(network);
    };
    const now = clock.now().getTime();
    waiting.set(socket, now);
    releases.set(socket, release);
    socket.once('close', release);
    for (const [longest, since] of waiting) {
      if (waiting.size <= UNFINISHED_A_NETWORK || now - since < LEFT_ALONE_MS) break;
      releases.get(longest)?.();
      longest.write(lastAnswer('429 Too Many Requests', TOO_SLOW));
      // The rest of its request is not read: it would be answered otherwise.
      longest.destroySoon();
    }
  });
  server.on('request', (request: IncomingMessage) => {
    const release = releases.get(request.socket);
    if (!release) return;
    const { headers } = request;
    if (headers['content-length'] === undefined && !headers['transfer-encoding']) release();
    else request.once('close', release);
  });
  server.on('upgrade', ({ socket }: IncomingMessage) => releases.get(socket)?.());
}
