import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { PAGE, SIGN_IN_PAGE, STYLES } from './pages.ts';

const HISTORY_LENGTH = 400;
/** People without a trouble, and one for each trouble of `hard-page.js`. */
const PEOPLE = ['anna', 'boris', 'clara', 'drafted', 'counted', 'closed', 'covered'];
const MODAL_ON_EVERY = 3;
const CACHED = { 'cache-control': 'max-age=3600' };

interface HardMessage {
  isOwn: boolean;
  text: string;
}

/** What the site does with a message: deliver it, refuse it, or limit the account. */
type Answer = 'deliver' | 'refuse' | 'limit';

/**
 * A site as hard to drive as real ones: a virtual list, a ProseMirror composer, hashed class names, optimistic bubbles,
 * a dialog over every third visit, a session by cookie. Four people have a trouble each: a draft comes into the box at
 * the press (`drafted`), a counter turns red (`counted`), only followers may write (`closed`), a banner lies over the
 * thread (`covered`).
 */
export interface HardSite {
  url: string;
  /** The messages that arrived, in order. */
  delivered: { account: string; person: string; text: string }[];
  /** From now on somebody of this name can be written to. */
  addPerson(name: string): void;
  /** Sets what becomes of the next messages. */
  answerWith(answer: Answer): void;
  /** Milliseconds before each answer of the site's data. */
  delay(ms: number): void;
  close(): Promise<void>;
}

interface State {
  site: HardSite;
  script: string;
  answer: Answer;
  delayMs: number;
  visits: number;
  people: string[];
  /** By account and person. */
  threads: Map<string, HardMessage[]>;
}

/** Starts it on a free port of this machine. Any name signs in with any password. */
export async function startHardSite(): Promise<HardSite> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
  }).listen(0, '127.0.0.1');
  const script = await bundleScript();
  if (!server.listening) await once(server, 'listening');
  const state: State = {
    site: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      delivered: [],
      addPerson(name) {
        state.people.push(name);
      },
      answerWith(next) {
        state.answer = next;
      },
      delay(ms) {
        state.delayMs = ms;
      },
      async close() {
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
      },
    },
    script,
    answer: 'deliver',
    delayMs: 0,
    visits: 0,
    people: [...PEOPLE],
    threads: new Map(),
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => route(state, request, response);
  return state.site;
}

async function bundleScript(): Promise<string> {
  const input = join(import.meta.dirname, 'browser/hard-page.js');
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  return output[0].code;
}

async function route(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', state.site.url);
  const [, area, name = '', part] = pathname.split('/').map(decodeURIComponent);
  if (area === 'page.css') return send(response, 200, STYLES, 'text/css', CACHED);
  if (area === 'page.js') return send(response, 200, state.script, 'text/javascript', CACHED);
  if (area === 'sign-in') return signIn(request, response);
  const account = /(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
  if (area !== 'api') return send(response, 200, account ? PAGE : SIGN_IN_PAGE, 'text/html; charset=utf-8');
  if (!account) return sendJson(response, 401, { error: 'Signed out' });
  if (state.delayMs > 0) await new Promise((passed) => setTimeout(passed, state.delayMs));
  if (name === 'unread') return sendJson(response, 200, { threads: PEOPLE.slice(0, 2) });
  if (name === 'visit') return sendJson(response, 200, { isModal: ++state.visits % MODAL_ON_EVERY === 0 });
  if (!state.people.includes(part ?? '')) return sendJson(response, 404, { error: 'User not found' });
  const thread = threadOf(state, account, part as string);
  if (request.method === 'GET') return sendJson(response, 200, thread);
  const { text } = JSON.parse(await readBody(request)) as { text: string };
  if (state.answer === 'refuse') return sendJson(response, 422, { error: 'Not delivered' });
  if (state.answer === 'limit') return sendJson(response, 429, { error: 'Try again later' });
  thread.push({ isOwn: true, text });
  state.site.delivered.push({ account, person: part as string, text });
  return sendJson(response, 201, {});
}

function threadOf({ threads }: State, account: string, person: string): HardMessage[] {
  const key = `${account} ${person}`;
  const thread = threads.get(key) ?? history(person);
  threads.set(key, thread);
  return thread;
}

function history(person: string): HardMessage[] {
  return Array.from({ length: HISTORY_LENGTH }, (_, index) => ({
    isOwn: index % 3 !== 1,
    text: index % 3 === 1 ? `Answer ${index} of ${person}` : `Message ${index}\nto ${person}`,
  }));
}

async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const fields = new URLSearchParams(await readBody(request));
  const cookie = `session=${encodeURIComponent(fields.get('user') ?? '')}; Path=/; HttpOnly; Max-Age=86400`;
  const to = request.headers.referer ?? '/';
  response
    .writeHead(303, fields.get('user') ? { location: to, 'set-cookie': cookie } : { location: to })
    .end();
}

async function readBody(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString('utf8');
}

function send(response: ServerResponse, status: number, body: string, type: string, more = {}): void {
  const policy = "default-src 'self'; img-src data:";
  response.writeHead(status, { 'content-type': type, 'content-security-policy': policy, ...more }).end(body);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, status, JSON.stringify(body), 'application/json');
}
