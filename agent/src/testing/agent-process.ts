import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = resolve(import.meta.dirname, '../main.ts');

/** The agent as people start it, in a process of its own. */
export interface AgentProcess {
  child: ChildProcess;
  /** Its output on both channels. */
  lines: string[];
  /** Resolves with the first past or future line that matches. */
  said(pattern: RegExp): Promise<string>;
  /** Resolves with its exit code, or the signal that ended it, after its last line. */
  ended: Promise<number | NodeJS.Signals | null>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts it with this environment only. It runs until it ends or is killed. */
export function startAgentProcess(env: NodeJS.ProcessEnv, words: string[] = []): AgentProcess {
  const { NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let heard = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      heard.resolve();
      heard = Promise.withResolvers<void>();
    });
  }
  const ended = new Promise<number | NodeJS.Signals | null>((done) =>
    child.once('close', (code, signal) => done(code ?? signal)),
  );
  return {
    child,
    lines,
    ended,
    kill: (signal) => void child.kill(signal),
    async said(pattern) {
      for (;;) {
        const line = lines.find((one) => pattern.test(one));
        if (line !== undefined) return line;
        const isOver = await Promise.race([heard.promise, ended.then(() => true)]);
        if (isOver && !lines.some((one) => pattern.test(one))) {
          throw new Error(`The agent ended without saying ${pattern}:\n${lines.join('\n')}`);
        }
      }
    },
  };
}
