import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import type { Clock } from '../clock.ts';

/** A SOCKS proxy between a browser and its sites that can be slow and can break. */
export interface FaultyNetwork {
  port: number;
  /** Delays every piece of an answer by this from now on; 0 stops that. */
  delay(milliseconds: number): void;
  /** Breaks all connections and accepts none until `mend`. */
  cut(): void;
  /** Drops every answer from now on; requests still arrive. */
  mute(): void;
  /** Breaks each connection at its next answer; requests still arrive. */
  breakAnswers(): void;
  /** Ends all of these. Connections whose answers were dropped break. */
  mend(): void;
  /** Calls the job once, when the browser next sends data. */
  afterNextSend(job: () => void): void;
  [Symbol.asyncDispose](): Promise<void>;
}

const NO_SIGN_IN = Buffer.from([5, 0]);
const CONNECTED = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
const IPV4 = 1;
const DOMAIN = 3;

/** Listens on a free port of 127.0.0.1 as a SOCKS5 proxy. Disposing it breaks open connections. */
export async function startFaultyNetwork(clock: Clock): Promise<FaultyNetwork> {
  const sockets = new Set<Socket>();
  let delayMs = 0;
  let isCut = false;
  let isMute = false;
  let breaksAnswers = false;
  let onSend: (() => void) | undefined;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Connections break on purpose here.
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const answersTo = (browser: Socket) =>
    new Transform({
      transform(chunk, _encoding, done) {
        if (breaksAnswers) browser.destroy();
        if (isMute || breaksAnswers) done();
        else if (delayMs === 0) done(null, chunk);
        else void clock.sleep(delayMs).then(() => done(null, chunk));
      },
    });

  const serve = async (browser: Socket) => {
    await read(browser);
    browser.write(NO_SIGN_IN);
    const site = track(connect(parseTarget(await read(browser))));
    await once(site, 'connect');
    browser.write(CONNECTED);
    browser.pipe(site);
    browser.on('data', () => {
      onSend?.();
      onSend = undefined;
    });
    site.pipe(answersTo(browser)).pipe(browser);
    browser.on('close', () => site.destroy());
    // A site that ends the connection has said all: that is on its way to the browser, perhaps delayed.
    site.on('close', () => site.readableEnded || browser.destroy());
  };

  const server = createServer((browser) => {
    track(browser);
    if (isCut) browser.destroy();
    else serve(browser).catch(() => browser.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    cut() {
      isCut = true;
      breakAll();
    },
    mute() {
      isMute = true;
    },
    breakAnswers() {
      breaksAnswers = true;
    },
    mend() {
      if (isMute) breakAll();
      isMute = false;
      breaksAnswers = false;
      isCut = false;
      onSend = undefined;
    },
    afterNextSend(job) {
      onSend = job;
    },
    async [Symbol.asyncDispose]() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(socket: Socket): Promise<Buffer> {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk;
}

/** The host and port of a SOCKS5 connect request; the browser leaves name resolution to the proxy. */
function parseTarget(request: Buffer): { host: string; port: number } {
  const length = request[4] ?? 0;
  const [host, end] =
    request[3] === DOMAIN
      ? [request.toString('latin1', 5, 5 + length), 5 + length]
      : [formatAddress(request), request[3] === IPV4 ? 8 : 20];
  return { host, port: request.readUInt16BE(end) };
}

function formatAddress(request: Buffer): string {
  if (request[3] === IPV4) return request.subarray(4, 8).join('.');
  const words = Array.from({ length: 8 }, (_, index) => request.readUInt16BE(4 + 2 * index).toString(16));
  return words.join(':');
}
