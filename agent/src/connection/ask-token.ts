import { on } from 'node:events';
import type { ReadStream, WriteStream } from 'node:tty';

const ENTER = /[\r\n]/;
const BACKSPACE = /[\b\x7f]/;
const CTRL_C = '\x03';

interface Terminal {
  stdin: ReadStream;
  stdout: WriteStream;
}

/** Asks for the login token on the terminal without showing it; undefined without a terminal. */
export function askToken(signal: AbortSignal, terminal: Terminal = process): Promise<string | undefined> {
  const question = 'Or paste the token that the Settings page shows (it stays hidden), then press Enter: ';
  return askHidden(question, signal, terminal);
}

/** Asks for a secret on the terminal without showing it; undefined without a terminal or without input. */
export async function askHidden(
  question: string,
  signal: AbortSignal,
  { stdin, stdout }: Terminal = process,
): Promise<string | undefined> {
  if (!stdin.isTTY || !stdout.isTTY) return undefined;
  // Set before the question, so that text typed at once is hidden too.
  stdin.setRawMode(true);
  stdout.write(question);
  stdin.setEncoding('utf8');
  try {
    return (await readHiddenLine(stdin, signal)).trim() || undefined;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stdout.write('\n');
  }
}

async function readHiddenLine(stdin: ReadStream, signal: AbortSignal): Promise<string> {
  let typed = '';
  for await (const [chunk] of on(stdin, 'data', { signal, close: ['end'] })) {
    for (const character of String(chunk)) {
      if (ENTER.test(character)) return typed;
      // In raw mode the terminal makes no signal of it.
      if (character === CTRL_C) throw new Error('Ended before it was answered.');
      typed = BACKSPACE.test(character) ? typed.slice(0, -1) : typed + character;
    }
  }
  return typed;
}
