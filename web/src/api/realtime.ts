import {
  type BrowserEvents,
  CONNECT_TIMEOUT_MS,
  RECONNECTION_DELAY_MAX_MS,
  RECONNECTION_DELAY_MS,
  RECONNECTION_RANDOMIZATION,
  type ServerEvents,
} from '@pigeonpost/contract/realtime';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import { now } from '../clock.ts';
import { logError } from '../log.ts';
import { BASE_URL, storedToken } from './client.ts';
import { fetchCode } from './fetch-code.ts';
import { queryClient } from './query-client.ts';
import { refreshUser, sessionBegan } from './session.ts';

type EventName = keyof ServerEvents;

/** `connecting` until the first answer; `lost` from `since` until the connection is back. */
export type Connection = { state: 'connecting' } | { state: 'connected' } | { state: 'lost'; since: number };

const CONNECTING: Connection = { state: 'connecting' };
const CONNECTED: Connection = { state: 'connected' };

const handlers = new Map<string, Set<(event: never) => void>>();
const watchers = new Set<() => void>();
let connection: Connection = CONNECTING;

/** Connects for this user until `stop`. The client library loads here, after the screen. */
export function startRealtime(user_id: number): { stop: () => void } {
  let socket: Socket<ServerEvents, BrowserEvents> | undefined;
  let stopped = false;
  const load = async () => {
    if (stopped) return;
    try {
      const io = await fetchCode(() => import('socket.io-client').then((client) => client.io));
      if (!stopped) socket = open(io(BASE_URL || location.origin, connectionOptions()), user_id);
    } catch (error) {
      logError('The realtime client did not load', error);
      if (stopped) return;
      lose();
      setTimeout(load, RECONNECTION_DELAY_MAX_MS);
    }
  };
  void load();
  return {
    stop: () => {
      stopped = true;
      socket?.emit('leave_user_room', user_id);
      socket?.disconnect();
      become(CONNECTING);
    },
  };
}

/** Whether events arrive now. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => connection,
  );
}

/** Calls `handler` with every event of that name while the component is there. */
export function useServerEvent<Name extends EventName>(name: Name, handler: ServerEvents[Name]): void {
  const handle = useEffectEvent(handler as (event: never) => void);
  useEffect(() => onServerEvent(name, ((event: never) => handle(event)) as ServerEvents[Name]), [name]);
}

function onServerEvent<Name extends EventName>(name: Name, handler: ServerEvents[Name]): () => void {
  const all = handlers.get(name) ?? new Set();
  handlers.set(name, all);
  all.add(handler);
  return () => all.delete(handler);
}

function connectionOptions() {
  return {
    transports: ['websocket'],
    auth: (give: (auth: object) => void) => give({ token: storedToken() }),
    timeout: CONNECT_TIMEOUT_MS,
    reconnectionDelay: RECONNECTION_DELAY_MS,
    reconnectionDelayMax: RECONNECTION_DELAY_MAX_MS,
    randomizationFactor: RECONNECTION_RANDOMIZATION,
  };
}

function open(socket: Socket<ServerEvents, BrowserEvents>, user_id: number) {
  let wasConnected = false;
  socket.on('connect', () => {
    become(CONNECTED);
    const isFirst = !wasConnected;
    socket.emit('join_user_room', user_id, (answer) => {
      if ('error' in answer) logError('The user room refused', answer.error);
      // An event between the first fetches and this connection was missed.
      else if (isFirst && now() - answer.told_ms_ago >= sessionBegan()) fetchAgain();
    });
    // Events of the gap are lost, so the screen is fetched again.
    if (wasConnected) fetchAgain();
    wasConnected = true;
  });
  socket.on('disconnect', (reason) => {
    lose();
    // The server ends the connections of an ended session this way; fetching the user finds that out.
    if (reason === 'io server disconnect') void refreshUser();
    reconnectUnlessTrying(socket);
  });
  socket.on('connect_error', (error) => {
    logError('The realtime connection failed', error);
    lose();
    // Refused by the server, and not only unanswered.
    if (!socket.active) void refreshUser();
    reconnectUnlessTrying(socket);
  });
  socket.onAny((name: string, event: unknown) => {
    // No screen follows the events for what is not shown now: it is fetched again when it is shown, however soon.
    void queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' });
    for (const handler of handlers.get(name) ?? []) handler(event as never);
  });
  return socket;
}

function fetchAgain(): void {
  queryClient.invalidateQueries();
  void refreshUser();
}

// The library does not reconnect after the server itself ends the connection (it restarts, or refuses for now).
function reconnectUnlessTrying(socket: Socket): void {
  if (socket.active || !storedToken()) return;
  setTimeout(() => {
    if (!socket.active && storedToken()) socket.connect();
  }, RECONNECTION_DELAY_MAX_MS);
}

/** The first loss counts: the screen's data are from that time, however often reconnecting is tried. */
function lose(): void {
  if (connection.state !== 'lost') become({ state: 'lost', since: now() });
}

function become(next: Connection): void {
  connection = next;
  for (const watcher of watchers) watcher();
}
