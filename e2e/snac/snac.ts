import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { writeAsText } from '@pigeonpost/agent/drivers/snac/write-as-text';
import { freePort } from '@pigeonpost/contract/testing/free-port';
import { startProxy } from './proxy.ts';

const run = promisify(execFile);
const UNPACKED = join(import.meta.dirname, '../../node_modules/.cache/debian/usr/bin/snac');
const PROGRAM = existsSync(UNPACKED) ? UNPACKED : 'snac';
const START_LIMIT_MS = 20_000;
// snac delivers from a queue that it looks through every few seconds.
const DELIVERY_LIMIT_MS = 60_000;

/** A snac with its own folder and ports: never the machine's. */
interface Snac {
  url: string;
  addAccount(name: string, password: string): Promise<void>;
  /** The texts that came to an account, oldest first, as people read them in its thread. */
  arrivedAt(name: string): Promise<string[]>;
  replies: {
    write(from: string, to: string, text: string): Promise<void>;
    isAtOnce: boolean;
    /** When somebody looked at the notifications of each account. */
    marks(): Promise<string>;
  };
  end(): Promise<void>;
}

interface Note {
  type: string;
  published: string;
  attributedTo: string;
  content: string;
  tag?: { type: string; href: string }[];
}

/** Starts snac in a folder that does not exist yet. */
export async function startSnac(folder: string): Promise<Snac> {
  const port = await freePort();
  const snacPort = await freePort();
  const host = `127.0.0.1:${port}`;
  const url = `http://${host}/`;
  await initialize(folder, ['127.0.0.1', String(snacPort), host, '', '']);
  const config = join(folder, 'server.json');
  await writeFile(config, JSON.stringify({ ...(await readJson(config)), protocol: 'http' }));
  const child = spawn(PROGRAM, ['httpd', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DEBUG: '1' },
  });
  child.stderr.pipe(createWriteStream(`${folder}.log`));
  const proxy = await startProxy(port, snacPort);
  await awaitAnswer(child, url);
  return {
    url,
    async addAccount(name, password) {
      await answer(['adduser', folder, name], [name, '']);
      const file = join(folder, 'user', name, 'user.json');
      const hash = createHash('sha1').update(`run:${name}:${password}`).digest('hex');
      await writeFile(file, JSON.stringify({ ...(await readJson(file)), passwd: `run:${hash}` }));
    },
    async arrivedAt(name) {
      const to = `${url}${name}`;
      const isToName = ({ tag = [] }: Note) => tag.some(({ href }) => href === to);
      const kept = (await readNotes(join(folder, 'object'))).filter(isToName);
      const end = performance.now() + DELIVERY_LIMIT_MS;
      for (;;) {
        const came = (await readNotes(join(folder, 'user', name, 'private'))).filter(isToName);
        if (came.length >= kept.length || performance.now() > end) return came.map(readText);
        await setTimeout(500);
      }
    },
    replies: {
      isAtOnce: false,
      async write(from, to, text) {
        const before = await countNotifications(folder, to);
        await run(PROGRAM, ['note_mention', folder, from, `@${to} ${writeAsText(text)}`]);
        const end = performance.now() + DELIVERY_LIMIT_MS;
        while ((await countNotifications(folder, to)) === before && performance.now() < end)
          await setTimeout(200);
      },
      async marks() {
        const names = await readdir(join(folder, 'user'));
        const seen = names.map((name) => readFile(join(folder, 'user', name, 'notifydate.txt'), 'utf8'));
        const results = await Promise.allSettled(seen);
        return results.map((one) => (one.status === 'fulfilled' ? one.value : 'never')).join();
      },
    },
    async end() {
      await proxy.close();
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function countNotifications(folder: string, name: string): Promise<number> {
  return (await readdir(join(folder, 'user', name, 'notify')).catch(() => [])).length;
}

async function initialize(folder: string, answers: string[]): Promise<void> {
  await answer(['init', folder], answers);
}

/** Runs a command of snac that asks, and answers line by line. */
async function answer(args: string[], lines: string[]): Promise<void> {
  const running = run(PROGRAM, args);
  running.child.stdin?.end(`${lines.join('\n')}\n`);
  await running;
}

async function readJson(file: string): Promise<object> {
  return JSON.parse(await readFile(file, 'utf8'));
}

async function awaitAnswer(child: ChildProcess, url: string): Promise<void> {
  const end = performance.now() + START_LIMIT_MS;
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() > end) throw new Error('snac did not start.');
    await setTimeout(100);
  }
}

/** The messages that snac keeps in a folder, oldest first. */
async function readNotes(folder: string): Promise<Note[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'));
  const objects = await Promise.all(files.map((name) => readJson(join(folder, name)) as Promise<Note>));
  return objects
    .filter(({ type }) => type === 'Note')
    .sort((one, other) => one.published.localeCompare(other.published));
}

const ENTITY = /&#(\d+);/g;

/** What a browser shows of a message, without the name that it is addressed to. */
function readText({ content }: Note): string {
  return content
    .replace(/^<span class="h-card">.*?<\/span> /, '')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(ENTITY, (_, code: string) => String.fromCharCode(Number(code)))
    .trim();
}
