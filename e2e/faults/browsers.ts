import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProcess } from '@pigeonpost/agent/firefox/process-table';
import { type WebSocket, WebSocketServer } from 'ws';
import { send } from './send.ts';

const run = promisify(execFile);

/**
 * Stands for Firefox: a process that can be killed and stopped like Firefox, and that prints its BiDi address. It reads
 * from a pipe without a writer, so it stays without using the processor.
 */
const PROGRAM = `#!/bin/sh
if [ "$1" = --version ]; then echo 'Mozilla Firefox 153.0'; exit 0; fi
echo "WebDriver BiDi listening on $SCRIPTED_BROWSERS/$$" >&2
pipe="$HOME/pipe.$$"
mkfifo "$pipe" && exec 3<>"$pipe"
rm -f "$pipe"
read -r _ <&3
`;

interface Command {
  id: number;
  method: string;
  params: { context?: string };
}

export interface ScriptedBrowsers {
  /** The agent's FIREFOX. */
  executable: string;
  /** The BiDi address of all browsers. */
  url: string;
  /** The processes of a scene that are driven now. */
  drivenIn(scene: string): Promise<number[]>;
  close(): Promise<void>;
}

/** Answers, for all browsers of a run, the commands that puppeteer needs to connect, open a tab and close it. */
export async function startBrowsers(folder: string): Promise<ScriptedBrowsers> {
  await mkdir(folder, { recursive: true });
  const executable = join(folder, 'firefox');
  await writeFile(executable, PROGRAM);
  await chmod(executable, 0o755);
  const driven = new Map<WebSocket, { scene: string; pid: number }>();
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.on('connection', (socket, request) => {
    const [, scene = '', pid] = /^\/([^/]+)\/(\d+)\/session$/.exec(request.url ?? '') ?? [];
    driven.set(socket, { scene, pid: Number(pid) });
    socket.on('close', () => driven.delete(socket));
    socket.on('error', () => socket.terminate());
    let tabs = 0;
    socket.on('message', (data) => {
      const command = JSON.parse(String(data)) as Command;
      if (command.method === 'browser.close') send(Number(pid), 'SIGTERM');
      answer(socket, command, () => `tab-${++tabs}`);
    });
  });
  return {
    executable,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async drivenIn(scene) {
      const there: number[] = [];
      for (const [socket, one] of driven) {
        if (one.scene !== scene) continue;
        if (await isBrowserThere(one.pid)) there.push(one.pid);
        // The connection of a killed browser ends.
        else socket.terminate();
      }
      return there;
    },
    async close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
      // A killed agent left its browsers behind.
      for (const pid of await listProcesses(executable)) send(pid, 'SIGKILL');
    },
  };
}

/** Whether the browser's process exists and is not a zombie. */
export async function isBrowserThere(pid: number): Promise<boolean> {
  return (await findProcess(pid)) !== undefined;
}

/** The folder of the profile that the browser has open; empty if it is gone. */
export async function profileIn(pid: number): Promise<string> {
  return / --profile (\S+)/.exec((await findProcess(pid))?.command ?? '')?.[1] ?? '';
}

/** The processes of this run's program, whatever started them; its folder belongs to this run only. */
async function listProcesses(program: string): Promise<number[]> {
  const { stdout } = await run('ps', ['-ww', '-eo', 'pid=,command='], { maxBuffer: 1e8 });
  const lines = stdout.split('\n').filter((line) => line.includes(program));
  return lines.map((line) => Number.parseInt(line, 10));
}

const CAPABILITIES = {
  acceptInsecureCerts: false,
  browserName: 'firefox',
  browserVersion: '153.0',
  platformName: 'linux',
  setWindowRect: false,
  userAgent: 'scripted',
};

const RESULTS: Record<string, object> = {
  'session.new': { sessionId: 'scripted', capabilities: CAPABILITIES },
  'browser.getUserContexts': { userContexts: [{ userContext: 'default' }] },
  'browsingContext.getTree': { contexts: [] },
};

function answer(socket: WebSocket, { id, method, params }: Command, newTab: () => string): void {
  const tell = (event: string, context: string) => {
    const tab = { context, url: 'about:blank', children: [], parent: null, userContext: 'default' };
    const told = { ...tab, originalOpener: null, clientWindow: 'window' };
    socket.send(JSON.stringify({ type: 'event', method: event, params: told }));
  };
  let result = RESULTS[method] ?? {};
  if (method === 'browsingContext.create') {
    const context = newTab();
    tell('browsingContext.contextCreated', context);
    result = { context };
  } else if (method === 'browsingContext.close')
    tell('browsingContext.contextDestroyed', params.context ?? '');
  socket.send(JSON.stringify({ type: 'success', id, result }));
}
