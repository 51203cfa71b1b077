import { createInterface as createLineReader } from 'node:readline';
import { createInterface } from 'node:readline/promises';
import { askHidden } from '../connection/ask-token.ts';

interface Streams {
  stdin: typeof process.stdin;
  stdout: typeof process.stdout;
  stderr: typeof process.stderr;
}

interface QuestionsOptions {
  /** Whether the first line of a pipe is a password: it is read as one even if nobody asks for it. */
  startsWithPassword: boolean;
  /** Ends a question that waits for an answer. */
  signal: AbortSignal;
  streams?: Streams;
}

/** Asks the person at the terminal, or takes the lines of what is piped into it. */
export interface Questions {
  isTerminal: boolean;
  /** The answer; undefined when nobody can give one any more. */
  ask(question: string): Promise<string | undefined>;
  /** The password, which is asked for once; undefined when nobody gives one. */
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
  // What a command says may be piped on while somebody sits at the keyboard.
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
