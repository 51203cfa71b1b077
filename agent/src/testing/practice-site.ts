import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@pigeonpost/contract/testing/free-port';

const MAIN = resolve(import.meta.dirname, '../../../practice/src/main.ts');

interface ArrivedMessage {
  at: string;
  account: string;
  person: string;
  text: string;
}

/** A practice inbox in its own process, which a test can kill and restart. */
export interface PracticeSite {
  url: string;
  /** The messages that arrived from an account, in order. */
  recordOf(account: string): Promise<ArrivedMessage[]>;
  /** Sends from an account without a browser. */
  post(account: string, person: string, text: string): Promise<void>;
  /** Sets one of its switches: 'PUT /unknown/anna'. */
  turn(call: string, body?: object): Promise<void>;
  /** Kills it like a crash, and starts it again at the same address. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts it on a free port, which it keeps across restarts. */
export async function startPracticeSite(): Promise<PracticeSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'practice-site-'));
  const port = await freePort();
  let child = await start(dataDir, port);
  const url = `http://127.0.0.1:${port}`;
  const kill = () => end(child);
  return {
    url,
    kill,
    async recordOf(account) {
      const all = (await (await fetch(`${url}/record`)).json()) as ArrivedMessage[];
      return all.filter((message) => message.account === account);
    },
    async post(account, person, text) {
      const answer = await fetch(`${url}/direct/${person}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `practice_account=${account}` },
        body: JSON.stringify({ text }),
      });
      if (!answer.ok) throw new Error(`Not sent: ${answer.status} ${await answer.text()}`);
    },
    turn: (call, body) => turn(`${url}/switches`, call, body),
    async restart() {
      child = await start(dataDir, port);
    },
    async close() {
      await kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function start(dataDir: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: dataDir, PRACTICE_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('Practice inbox on ')) return child;
  }
  throw new Error('The practice inbox did not start.');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await exited;
}

async function turn(switches: string, call: string, body?: object): Promise<void> {
  const [method = 'PUT', path = ''] = call.split(' ');
  const answer = await fetch(switches + path, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
}
