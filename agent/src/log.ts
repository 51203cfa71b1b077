import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { printable } from './printable.ts';

/**
 * Prints a sentence for the person at this machine and writes it to the log file, with the stack of an error only
 * there.
 */
export type Log = (sentence: string, error?: unknown) => void;

interface LogOptions {
  /** The folder of agent.log and of agent.1.log, the previous file. */
  folder: string;
  clock: Clock;
  /** Shows a line on the terminal. */
  show: (line: string) => void;
  /** The size at which a file is full. */
  maxBytes?: number;
}

const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Opens the log of an agent (docs/behaviour.md#agent-log). A file that cannot be written stops nothing: the terminal
 * still shows every line.
 */
export function openLog({ folder, clock, show, maxBytes = MAX_BYTES }: LogOptions): Log {
  const path = join(folder, 'agent.log');
  let file: number | undefined;
  const write = (text: string) => {
    try {
      file ??= openSync(path, 'a', 0o600);
      writeSync(file, text);
      if (fstatSync(file).size < maxBytes) return;
      closeSync(file);
      file = undefined;
      renameSync(path, join(folder, 'agent.1.log'));
    } catch {
      // There is no better place for this error, and sending must go on.
    }
  };
  return (sentence, error) => {
    const line = printable(sentence);
    show(line);
    write(`${clock.now().toISOString()} ${line}\n${formatStack(error)}`);
  };
}

function formatStack(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const stack = (error.stack ?? error.message).split('\n').map((line) => `    ${printable(line)}\n`);
  return stack.join('') + formatStack(error.cause);
}
