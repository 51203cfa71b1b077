import { createInterface as createLineReader } from 'node:readline';
import { createInterface } from 'node:readline/promises';
import { askHidden } from '../connection/ask-token.ts';

interface Streams {
  stdin: typeof process.stdin;
  stdout: typeof process.stdout;
  stderr: typeof process.stderr;
}

interface QuestionsOptions {
  /** Whether the first line of a pipe is a password. It is then read as one even if no question asks for it. */
  startsWithPassword: boolean;
  /** Cancels a question that waits for an answer. */
  signal: AbortSignal;
  streams?: Streams;
}

/** Asks the person at the terminal, or reads the lines of a pipe. */
export interface Questions {
  isTerminal: boolean;
  /** The answer; undefined if no answer can come any more. */
  ask(question: string): Promise<string | undefined>;
  /** The password, asked for once; undefined if none is given. */
  password(question: string): Promise<string | undefined>;
  close(): void;
}

/** Opens the questions of one command. */
export function openQuestions(options: QuestionsOptions): Questions {
  const { stdin } = options.streams ?? process;
  return stdin.isTTY ? atTerminal(options) : fromPipe(options);
}

function atTerminal({ signal, streams = process }: QuestionsOptions): Questions {
  const { stdin, stdout, stderr } = streams;
  // The command's output may be piped while a person sits at the keyboard.
  const shown = stdout.isTTY ? stdout : stderr;
  let password: Promise<string | undefined> | undefined;
  return {
    isTerminal: true,
    async ask(question) {
      const terminal = createInterface({ input: stdin, output: shown });
      try {
        return await terminal.question(question, { signal });
      } finally {
        terminal.close();
      }
    },
    password(question) {
      password ??= askHidden(question, signal, { stdin, stdout: shown });
      return password;
    },
    close() {},
  };
}

function fromPipe({ startsWithPassword, signal, streams = process }: QuestionsOptions): Questions {
  const reader = createLineReader({ input: streams.stdin });
  const lines = reader[Symbol.asyncIterator]();
  const next = async () => {
    const line = await Promise.race([lines.next(), aborted(signal)]);
    return line.done ? undefined : line.value;
  };
  const password = startsWithPassword ? next() : Promise.resolve(undefined);
  // A missing answer is an error only for the question that needs it.
  password.catch(() => {});
  return {
    isTerminal: false,
    async ask(question) {
      streams.stdout.write(question);
      await password;
      const answer = await next();
      streams.stdout.write('\n');
      return answer;
    },
    password: () => password,
    close: () => reader.close(),
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
