import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@pigeonpost/contract/testing/free-port';
import { writeAs } from './person.ts';

const run = promisify(execFile);
const START_LIMIT_MS = 20_000;

/** A Prosody with its own folder, configuration and port: never the machine's. */
export interface Prosody {
  /** The address that Converse connects to. */
  websocketUrl: string;
  addAccount(name: string, password: string): Promise<void>;
  /** The texts that came to an account, oldest first, from the server's own archive. */
  arrivedAt(name: string): Promise<string[]>;
  /** Writes a message as a person does. */
  writeAs(message: { from: string; to: string; text: string }): Promise<void>;
  /** The number of times that the server keeps that a message was seen (XEP-0333, XEP-0490). */
  readMarks(): Promise<string>;
  end(): Promise<void>;
}

/** Starts Prosody in a folder. */
export async function startProsody(folder: string, domain: string): Promise<Prosody> {
  const port = await freePort();
  const config = join(folder, 'prosody.cfg.lua');
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  await writeFile(config, configure({ folder, data, port, domain }));
  const child = spawn('prosody', ['-F', '--config', config], { stdio: 'ignore' });
  await awaitPort(child, port);
  const websocketUrl = `ws://127.0.0.1:${port}/xmpp-websocket`;
  const passwords = new Map<string, string>();
  return {
    websocketUrl,
    async addAccount(name, password) {
      passwords.set(name, password);
      await run('prosodyctl', ['--config', config, 'register', name, domain, password]);
    },
    async arrivedAt(name) {
      const host = domain.replaceAll('.', '%2e');
      const path = join(data, host, 'archive', `${name}.list`);
      return readBodies(await readFile(path, 'utf8').catch(() => ''));
    },
    writeAs: ({ from, to, text }) =>
      writeAs({ url: websocketUrl, domain, name: from, password: passwords.get(from) ?? '' }, to, text),
    async readMarks() {
      const files = await readdir(data, { recursive: true });
      const texts = await Promise.all(
        files.map((file) => readFile(join(data, file), 'utf8').catch(() => '')),
      );
      return String(texts.join().split('displayed').length - 1);
    },
    async end() {
      if (child.exitCode !== null) return;
      const exited = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function configure(at: { folder: string; data: string; port: number; domain: string }): string {
  return `run_as_root = true
daemonize = false
pidfile = "${at.folder}/prosody.pid"
data_path = "${at.data}"
log = { info = "${at.folder}/prosody.log" }
modules_enabled = {
  "roster", "saslauth", "disco", "carbons", "pep", "private", "blocklist", "vcard4", "vcard_legacy", "ping",
  "smacks", "offline", "mam", "websocket"
}
modules_disabled = { "s2s" }
c2s_ports = {}
https_ports = {}
http_ports = { ${at.port} }
http_interfaces = { "127.0.0.1" }
http_default_host = "${at.domain}"
consider_websocket_secure = true
authentication = "internal_hashed"
default_archive_policy = true
archive_expires_after = "never"
VirtualHost "${at.domain}"
`;
}

async function awaitPort(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('Prosody did not start.');
    await setTimeout(100);
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

// An element as Prosody stores it: its text, then its name and attributes in any order.
const BODY = /\{\s*"((?:[^"\\]|\\.)*)";(?=[^{}]*(?:\{\s*\};[^{}]*)?\["name"\] = "body")/g;

function readBodies(list: string): string[] {
  return [...list.matchAll(BODY)].map(([, text = '']) => readText(text));
}

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

/** Lua writes non-ASCII characters as bytes: \240\159. */
function readText(written: string): string {
  const bytes = Buffer.from(written)
    .toString('latin1')
    .replace(/\\(\d{1,3}|.)/gs, (_, code: string) =>
      /^\d/.test(code) ? String.fromCharCode(Number(code)) : (ESCAPED[code] ?? code),
    );
  return Buffer.from(bytes, 'latin1').toString();
}
