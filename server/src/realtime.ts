import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Role } from '@pigeonpost/contract/account/subscription';
import type { BrowserEvents, JoinAck, LeaveAck, ServerEvents } from '@pigeonpost/contract/realtime';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import { type Clock, startStopwatch } from './clock.ts';
import { type LastTold, rememberLastTold } from './last-told.ts';
import { PeerAdapter } from './peers/peer-adapter.ts';
import { UnjoinedConnections } from './unjoined-connections.ts';

/** Sends an event to every browser of a user. */
export type Publisher = <E extends keyof ServerEvents>(
  user_id: number,
  event: E,
  ...payload: Parameters<ServerEvents[E]>
) => void;

/** The session of a connection, as it was when the connection opened. */
export interface ConnectedSession {
  session_id: number;
  user_id: number;
  role: Role;
}

/** The parts of the server that the connections use. */
interface Gate {
  /** Finds the session of a token; undefined if it may open no live connection. */
  findSession: (token: string | undefined) => Promise<ConnectedSession | undefined>;
  /** Why a request is refused, or undefined. */
  refuse: (request: IncomingMessage) => string | undefined;
  /** The network that a request counts for. */
  networkOf: (request: IncomingMessage) => string;
  clock: Pick<Clock, 'ringAfter'>;
}

type LiveServer = Server<BrowserEvents, ServerEvents, DefaultEventsMap, ConnectedSession>;
type LiveSocket = Socket<BrowserEvents, ServerEvents, DefaultEventsMap, ConnectedSession>;

/** The live connections of the browsers. Opened before the HTTP server, attached to it later. */
export interface Realtime {
  publish: Publisher;
  /** The same, and to every administrator's browsers: each gets it once. */
  publishWithAdmins: Publisher;
  /** The sessions that have a connection to this process. */
  connectedSessions(): ConnectedSession[];
  /** How many connections this process has. */
  countConnections(): number;
  /** Closes the connections of ended sessions. */
  endConnections(sessionIds: number[]): void;
  /** Sets how events and ends of sessions are sent to the other servers. */
  tellPeers(tell: (message: object) => void): void;
  /** Applies a message of another server here. */
  hearPeer(message: unknown): void;
  /** Cuts every connection of this process: the browsers reconnect and fetch what they may have missed. */
  cutConnections(): void;
  attach(server: HttpServer, gate: Gate): void;
  close(): void;
}

const CONNECTIONS_A_USER = 50;
const TOO_MANY = 'Too many windows of this account are open. Please close some of them.';
const TOO_MANY_UNJOINED =
  'Too many connections from this network wait to log in. Please try again in a moment.';
const LOG_IN = 'Please log in.';
const DATABASE_AWAY = 'The database is not available. Please try again in a moment.';
// Browsers send only the room that they join.
const MAX_MESSAGE_BYTES = 10_000;

/** Starts without an HTTP server, because code that publishes is created before it. */
export function createRealtime(origins: readonly string[] = []): Realtime {
  const io: LiveServer = new Server({
    // For clients that poll; a WebSocket needs no such permission.
    ...(origins.length > 0 && { cors: { origin: [...origins] } }),
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    adapter: PeerAdapter,
  });
  const adapter = io.of('/').adapter as PeerAdapter;
  const lastTold = rememberLastTold(startStopwatch());
  adapter.onTold = lastTold.note;
  return {
    publish: (user_id, event, ...payload) => {
      io.to(userRoom(user_id)).emit(event, ...payload);
    },
    publishWithAdmins: (user_id, event, ...payload) => {
      io.to([userRoom(user_id), ADMINS_ROOM]).emit(event, ...payload);
    },
    connectedSessions() {
      const sessions = [...io.of('/').sockets.values()].map(({ data }) => data);
      return [...new Map(sessions.map((session) => [session.session_id, session])).values()];
    },
    countConnections: () => io.of('/').sockets.size,
    endConnections(sessionIds) {
      if (sessionIds.length > 0) io.in(sessionIds.map(sessionRoom)).disconnectSockets(true);
    },
    tellPeers(tell) {
      adapter.tell = tell;
    },
    hearPeer: (message) => adapter.hear(message),
    cutConnections() {
      lastTold.forget();
      for (const { conn } of io.of('/').sockets.values()) conn.close();
    },
    attach(server, { findSession, refuse, networkOf, clock }) {
      const unjoined = new UnjoinedConnections(clock);
      io.attach(server, {
        allowRequest(request, allow) {
          const refusal =
            refuse(request) ?? (unjoined.isFull(networkOf(request)) ? TOO_MANY_UNJOINED : undefined);
          allow(refusal, refusal === undefined);
        },
      });
      io.engine.on('connection', (connection: LiveSocket['conn']) =>
        unjoined.add(connection, networkOf(connection.request)),
      );
      io.use((socket, next) => {
        authorize(socket, findSession).then(
          (refusal) => next(refusal === undefined ? undefined : new Error(refusal)),
          () => next(new Error(DATABASE_AWAY)),
        );
      });
      io.on('connection', (socket) => {
        unjoined.noteJoined(socket.conn);
        // A connection that logged out of all is nobody's, and nothing would count it.
        socket.on('disconnect', () => socket.conn.close());
        letJoinOwnRoom(socket, lastTold);
      });
    },
    close() {
      io.local.disconnectSockets(true);
      io.engine?.close();
    },
  };
}

/** Why the connection is refused, or undefined. */
async function authorize(socket: LiveSocket, findSession: Gate['findSession']): Promise<string | undefined> {
  const token: unknown = socket.handshake.auth?.token;
  const session = await findSession(typeof token === 'string' ? token : undefined);
  if (!session) return LOG_IN;
  // No await may come between the count and the join: connections that open at the same moment must count.
  const account = accountRoom(session.user_id);
  if ((socket.nsp.adapter.rooms.get(account)?.size ?? 0) >= CONNECTIONS_A_USER) return TOO_MANY;
  socket.data = session;
  // The token decides whether it gets the administrators' events. A change of role ends the connection.
  const rooms = session.role === 'admin' ? [ADMINS_ROOM] : [];
  socket.join([account, sessionRoom(session.session_id), ...rooms]);
  return undefined;
}

/** The token decides the room: joining another user's is refused. A payload may be anything. */
function letJoinOwnRoom(socket: LiveSocket, lastTold: LastTold): void {
  const { user_id, role } = socket.data;
  const heard = [userRoom(user_id), ...(role === 'admin' ? [ADMINS_ROOM] : [])];
  socket.on('join_user_room', (...payload: unknown[]) => {
    const [wanted] = payload;
    const isOwn = wanted === user_id || wanted === String(user_id);
    if (isOwn) socket.join(userRoom(user_id));
    acknowledge(
      payload,
      isOwn
        ? { ok: true, told_ms_ago: lastTold.age(heard) }
        : { error: 'This room belongs to somebody else.' },
    );
  });
  socket.on('leave_user_room', (...payload: unknown[]) => {
    socket.leave(userRoom(user_id));
    acknowledge(payload, { ok: true });
  });
}

function acknowledge(payload: unknown[], answer: JoinAck | LeaveAck): void {
  const ack = payload.at(-1);
  if (typeof ack === 'function') ack(answer);
}

const ADMINS_ROOM = 'admins';
const userRoom = (user_id: number) => `user:${user_id}`;
/** Every connection of an account, whether or not it joined the room for events. */
const accountRoom = (user_id: number) => `account:${user_id}`;
const sessionRoom = (session_id: number) => `session:${session_id}`;
