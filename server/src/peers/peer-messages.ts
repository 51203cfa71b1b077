import { randomBytes } from 'node:crypto';
import { systemClock } from '../clock.ts';
import type { Listener, ListenerConnection } from '../database/listener.ts';

/** Messages from each server to all others, in order (docs/scaling.md#what-servers-tell-each-other). */
interface PeerMessages {
  /** Sends a JSON text of any length to the others. */
  tell(json: string): void;
  /** Takes a payload of `MESSAGES_CHANNEL`. */
  hear(payload: string): void;
  /** Call it when the connection is back: tells the others that they missed messages, if any could not be sent. */
  resume(): void;
}

interface Options {
  /** The present connection. */
  listener: () => Pick<Listener, 'connection'> | undefined;
  onMessage: (message: unknown) => void;
  /** Another server could not send all its messages. */
  onMissed: () => void;
}

export const MESSAGES_CHANNEL = 'pigeonpost_messages';

// PostgreSQL accepts 7,999 bytes.
const PIECE_BYTES = 7_900;
// The first message is sent at once and those soon after it together, because each notification costs a commit.
const PAUSE_MS = 25;
// The sender, the piece's number, and whether more of the same text follows.
const HEAD = /^(\w+) \d+ ([+.])/;
// Stands for messages that were missed.
const MISSED = 'null';

/** Messages without a connection are reduced to one: that some were missed. */
export function createPeerMessages({ listener, onMessage, onMissed }: Options): PeerMessages {
  const origin = randomBytes(6).toString('hex');
  const halves = new Map<string, string>();
  let waiting: string[] = [];
  let hasMissed = false;
  let isSending = false;
  let count = 0;

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let to = listener()?.connection; to && isDue(); to = listener()?.connection) {
      await send(to);
      await systemClock.sleep(PAUSE_MS);
    }
    isSending = false;
  }

  const isDue = () => hasMissed || waiting.length > 0;

  async function send(connection: ListenerConnection): Promise<void> {
    const messages = hasMissed ? [MISSED, ...waiting] : waiting;
    waiting = [];
    hasMissed = false;
    const pieces = cut(`[${messages.join()}]`).map(
      // The number keeps PostgreSQL from merging two equal pieces.
      (piece, index, all) => `${origin} ${count++} ${index + 1 < all.length ? '+' : '.'}${piece}`,
    );
    await connection.query(NOTIFY, [MESSAGES_CHANNEL, pieces]).catch(() => {
      hasMissed = true;
    });
  }

  return {
    tell(json) {
      if (listener()?.connection) waiting.push(json);
      else hasMissed = true;
      void sendAll();
    },
    resume() {
      halves.clear();
      void sendAll();
    },
    hear(payload) {
      const [head, from = '', mark] = HEAD.exec(payload) ?? [];
      if (head === undefined || from === origin) return;
      const text = (halves.get(from) ?? '') + payload.slice(head.length);
      if (mark === '+') return void halves.set(from, text);
      halves.delete(from);
      for (const message of JSON.parse(text) as unknown[]) {
        if (message === null) onMissed();
        else onMessage(message);
      }
    },
  };
}

/** In ASCII, where a character is a byte, so that it can be cut anywhere. */
function cut(json: string): string[] {
  const ascii = json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const pieces: string[] = [];
  for (let start = 0; start < ascii.length; start += PIECE_BYTES)
    pieces.push(ascii.slice(start, start + PIECE_BYTES));
  return pieces;
}

// One transaction, so that the pieces arrive together.
const NOTIFY = `
  select pg_notify($1, piece) from unnest($2::text[]) with ordinality as given (piece, place) order by place`;
