import type { Server as HttpServer } from 'node:http';
import type { BrowserEvents, ServerEvents } from '@pigeonpost/contract/realtime';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type { Deps } from './deps.ts';
import { findCaller } from './features/auth/authenticate.ts';

/** Sends an event to every browser of a user. */
export type Publisher = <E extends keyof ServerEvents>(
  userId: number,
  event: E,
  ...payload: Parameters<ServerEvents[E]>
) => void;

interface Identity {
  userId: number;
  sessionId: number;
}

type LiveServer = Server<BrowserEvents, ServerEvents, DefaultEventsMap, Identity>;
type LiveSocket = Socket<BrowserEvents, ServerEvents, DefaultEventsMap, Identity>;

/** The live connections of the browsers. Opened before the HTTP server, attached to it later. */
export interface Realtime {
  publish: Publisher;
  /** Closes the connections of sessions that ended. */
  endConnections(sessionIds: number[]): void;
  attach(server: HttpServer, deps: Pick<Deps, 'asSystem' | 'clock'>): void;
  close(): void;
}

export function createRealtime(): Realtime {
  const io: LiveServer = new Server({ serveClient: false });
  return {
    publish: (userId, event, ...payload) => {
      io.to(userRoom(userId)).emit(event, ...payload);
    },
    endConnections(sessionIds) {
      if (sessionIds.length > 0) io.in(sessionIds.map(sessionRoom)).disconnectSockets(true);
    },
    attach(server, deps) {
      io.attach(server);
      io.use((socket, next) => {
        identify(socket, deps).then(
          (isKnown) => next(isKnown ? undefined : new Error('Please log in.')),
          () => next(new Error('The database is not available. Please try again in a moment.')),
        );
      });
      io.on('connection', letJoinOwnRoom);
    },
    close() {
      io.disconnectSockets(true);
      io.engine?.close();
    },
  };
}

async function identify(socket: LiveSocket, deps: Pick<Deps, 'asSystem' | 'clock'>): Promise<boolean> {
  const { token } = socket.handshake.auth;
  const caller = await findCaller(deps, typeof token === 'string' ? token : undefined);
  if (caller?.kind !== 'login') return false;
  socket.data = { userId: caller.user.id, sessionId: caller.session_id };
  return true;
}

/** The room is decided by the token: joining another user's is refused (3-decisions, Realtime). */
function letJoinOwnRoom(socket: LiveSocket): void {
  const { userId, sessionId } = socket.data;
  socket.join(sessionRoom(sessionId));
  socket.on('join_user_room', (wanted, ack) => {
    const isOwn = Number(wanted) === userId;
    if (isOwn) socket.join(userRoom(userId));
    if (typeof ack === 'function')
      ack(isOwn ? { ok: true } : { error: 'This room belongs to somebody else.' });
  });
  socket.on('leave_user_room', (_wanted, ack) => {
    socket.leave(userRoom(userId));
    if (typeof ack === 'function') ack({ ok: true });
  });
}

const userRoom = (userId: number) => `user:${userId}`;
const sessionRoom = (sessionId: number) => `session:${sessionId}`;
