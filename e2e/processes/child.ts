import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '../..');

const END_LIMIT_MS = 40_000;

/** A program of ours, running as its own process. */
export interface Child {
  pid: number;
  /** The exit code, once it has ended; null after a signal. */
  ended: Promise<number | null>;
  /** The next line that matches. Rejects when the process ends first. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Asks it to end and waits; kills it after the time limit. */
  end(): Promise<number | null>;
  /** SIGKILL, like a crash. */
  kill(): Promise<void>;
}

interface ChildOptions {
  program: string;
  env: Record<string, string | undefined>;
  /** Gets every line of output. */
  onLine: (line: string) => void;
}

/**
 * Starts a TypeScript program with this same Node. It leads its own process group, so that a Ctrl-C at the terminal
 * reaches only the parent, which ends its children in their order.
 */
export function startChild({ program, env, onLine }: ChildOptions): Child {
  const child = spawn(process.execPath, [program], {
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const listeners = new Set<(line: string) => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      onLine(line);
      for (const listener of listeners) listener(line);
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    pid: child.pid ?? 0,
    ended,
    line: (pattern) => nextLine({ pattern, listeners, ended, program }),
    end: () => end(child, ended),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function nextLine(wait: {
  pattern: RegExp;
  listeners: Set<(line: string) => void>;
  ended: Promise<number | null>;
  program: string;
}): Promise<RegExpExecArray> {
  const { pattern, listeners, ended, program } = wait;
  return new Promise((resolve, reject) => {
    listeners.add(look);
    ended.then((code) =>
      reject(new Error(`${relative(ROOT, program)} has ended (${code}). Its own lines say why.`)),
    );

    function look(line: string) {
      const match = pattern.exec(line);
      if (!match) return;
      listeners.delete(look);
      resolve(match);
    }
  });
}

async function end(child: ChildProcess, ended: Promise<number | null>): Promise<number | null> {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
  try {
    return await ended;
  } finally {
    clearTimeout(late);
  }
}
