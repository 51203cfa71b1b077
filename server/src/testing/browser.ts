import type { TestContext } from 'node:test';
import type { BrowserEvents, JoinAck, ServerEvents } from '@pigeonpost/contract/realtime';
import { io, type ManagerOptions, type Socket } from 'socket.io-client';

/** A browser's live connection. */
export type Browser = Socket<ServerEvents, BrowserEvents>;

/** Connects, without reconnecting by default, until the test ends. */
export function connect(
  t: TestContext,
  url: string,
  token?: string,
  options: Partial<ManagerOptions> = { reconnection: false },
): Browser {
  const socket: Browser = io(url, { transports: ['websocket'], auth: { token }, ...options });
  t.after(() => socket.disconnect());
  return socket;
}

/** The next event of that name. */
export const next = (socket: Browser, event: string): Promise<unknown> =>
  new Promise((resolve) => (socket as Socket).once(event, resolve));

/** Joins a user's room. */
export const join = (socket: Browser, user_id: number): Promise<JoinAck> =>
  socket.emitWithAck('join_user_room', user_id);
