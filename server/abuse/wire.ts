import { once } from 'node:events';
import { connect } from 'node:net';
import type { Answered } from './ask.ts';

/** The answers over one connection. */
interface Exchange {
  answers: Answered[];
  /** Whether the server closed it before all awaited answers had come. */
  isClosed: boolean;
}

type Part = string | Buffer;

// Longer than any answer on a busy machine.
const NO_ANSWER_MS = 30_000;

/** Writes raw bytes, and reads until this many answers have come or the server closes the connection. */
export async function exchange(url: string, parts: readonly Part[], wanted = 1): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const ended = new AbortController();
  let received = Buffer.alloc(0);
  let isClosed = false;
  const done = Promise.withResolvers<void>();
  AbortSignal.timeout(NO_ANSWER_MS).addEventListener(
    'abort',
    () => done.reject(new Error(`No answer to ${String(parts[0])}`)),
    { signal: ended.signal },
  );
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (readAnswers(received).length >= wanted) done.resolve();
  });
  // A caller refused in the middle of a body may find the connection closed while it still writes.
  socket.on('error', () => {});
  socket.once('close', () => {
    isClosed = true;
    ended.abort();
    done.resolve();
  });
  try {
    for (const part of parts) {
      if (isClosed) break;
      if (!socket.write(part)) await once(socket, 'drain', { signal: ended.signal }).catch(() => {});
    }
    await done.promise;
    return { answers: readAnswers(received), isClosed };
  } finally {
    ended.abort();
    socket.destroy();
  }
}

/** The complete answers; an interim answer (1xx) does not count. */
function readAnswers(bytes: Buffer): Answered[] {
  const answers: Answered[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return answers;
    const head = rest.subarray(0, end).toString('latin1');
    const status = Number(head.slice(9, 12));
    const length = status < 200 || status === 204 ? 0 : lengthOf(head, rest.subarray(end + 4));
    if (length === undefined || rest.length < end + 4 + length) return answers;
    const text = rest.subarray(end + 4, end + 4 + length).toString();
    rest = rest.subarray(end + 4 + length);
    if (status >= 200) answers.push({ status, text });
  }
}

const LAST_CHUNK = '0\r\n\r\n';

function lengthOf(head: string, after: Buffer): number | undefined {
  const stated = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (stated !== undefined) return Number(stated);
  if (!/^transfer-encoding: chunked$/im.test(head)) return 0;
  const last = after.indexOf(LAST_CHUNK);
  return last === -1 ? undefined : last + LAST_CHUNK.length;
}
