import { randomBytes } from 'node:crypto';
import { systemClock } from '../clock.ts';
import type { Listener, ListenerConnection } from '../database/listener.ts';

/** Messages from each server to all others, in their order (docs/scaling.md#what-servers-tell-each-other). */
interface PeerMessages {
  /** Tells the others a JSON text of any length. */
  tell(json: string): void;
  /** Takes what came on `MESSAGES_CHANNEL`. */
  hear(payload: string): void;
  /** Tells the others what could not be told: that something was missed. To be called when the connection is back. */
  resume(): void;
}

interface Options {
  /** The connection of this moment. */
  listener: () => Pick<Listener, 'connection'> | undefined;
  onMessage: (message: unknown) => void;
  /** Another server could not tell all that it had to. */
  onMissed: () => void;
}

export const MESSAGES_CHANNEL = 'pigeonpost_messages';

// PostgreSQL takes 7,999 bytes.
const PIECE_BYTES = 7_900;
// The first message leaves at once and what follows soon after it together: each notification costs a commit.
const PAUSE_MS = 25;
// Who tells it, the piece's number, and whether more of the same text follows.
const HEAD = /^(\w+) \d+ ([+.])/;
// Stands among the messages for those that were missed.
const MISSED = 'null';

/** What is told while there is no connection is held as one word: that something was missed. */
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
      // The number keeps two equal pieces from being taken for one.
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

// One transaction: what belongs together arrives together.
const NOTIFY = `
  select pg_notify($1, piece) from unnest($2::text[]) with ordinality as given (piece, place) order by place`;
