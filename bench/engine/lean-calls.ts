import { connect } from 'node:net';

interface Answer {
  status: number;
  body: string;
}

type Ask = (text: string) => Promise<Answer>;

/**
 * Calls by POST over open connections, as many at once as there are calls. Hand-written for this server's answers with
 * a length, because Node's own client takes as much processor time as the server itself.
 */
export function openLeanCalls({ url, token }: { url: string; token: string }) {
  const { hostname, port, host } = new URL(url);
  const idle: Ask[] = [];
  return async (path: string, body: object): Promise<unknown> => {
    const text = JSON.stringify(body);
    const ask = idle.pop() ?? openConnection(hostname, Number(port));
    const answer = await ask(
      `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
    idle.push(ask);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body);
  };
}

function openConnection(host: string, port: number): Ask {
  const socket = connect({ host, port, noDelay: true });
  let read: Buffer = Buffer.alloc(0);
  let waiting: PromiseWithResolvers<Answer> | undefined;
  socket.on('data', (part) => {
    read = read.length === 0 ? part : Buffer.concat([read, part]);
    const answer = readAnswer(read);
    if (!answer) return;
    read = Buffer.alloc(0);
    waiting?.resolve(answer);
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection.')));
  return (text) => {
    waiting = Promise.withResolvers<Answer>();
    socket.write(text);
    return waiting.promise;
  };
}

/** A complete answer; undefined while a part is missing. */
function readAnswer(read: Buffer): Answer | undefined {
  const end = read.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = read.toString('latin1', 0, end);
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`An answer without a length: ${head}`);
  if (read.length < end + 4 + length) return undefined;
  return { status: Number(head.slice(9, 12)), body: read.toString('utf8', end + 4, end + 4 + length) };
}
