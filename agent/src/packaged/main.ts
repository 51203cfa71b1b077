import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { readTrailer, TRAILER_MAX } from '@pigeonpost/contract/server-trailer';
import { runDriverCommand } from '../driver-trial/run-driver-command.ts';
import { runProgram } from '../program.ts';
import { readLicenses } from './licenses.ts';

// The main of a packaged agent. No top-level `await`: Node loads the main of such a file as CommonJS only.
const [, , word, ...words] = process.argv;
if (word === 'driver') void runDriverCommand({ words, command: `${basename(process.execPath)} driver` });
else {
  void runProgram({
    command: [process.execPath],
    terminal: console,
    url: findServerAddress(process.execPath),
    readLicenses,
    onFailure: waitForEnter,
  });
}

/** The server that this file was downloaded from, read from its trailer; undefined without one. */
function findServerAddress(file: string): string | undefined {
  const open = openSync(file, 'r');
  try {
    const { size } = fstatSync(open);
    const end = Buffer.alloc(Math.min(size, TRAILER_MAX));
    readSync(open, end, 0, end.length, size - end.length);
    const address = readTrailer(end);
    return ['http:', 'https:'].includes(URL.parse(address ?? '')?.protocol ?? '') ? address : undefined;
  } finally {
    closeSync(open);
  }
}

/** After a double click, Windows closes the window of a program the moment it ends. */
async function waitForEnter(): Promise<void> {
  const { stdin, stdout, platform, env } = process;
  // A command prompt sets PROMPT, and its window stays open by itself.
  if (platform !== 'win32' || !stdin.isTTY || env.PROMPT !== undefined) return;
  stdout.write('Press Enter to close this window.');
  stdin.resume();
  await once(stdin, 'data');
}
