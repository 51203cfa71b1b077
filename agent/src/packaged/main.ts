import { once } from 'node:events';
import { runProgram } from '../program.ts';
import { findServerAddress } from './server-address.ts';

// What a packaged agent runs. No `await` at the top: Node takes the main of such a file as CommonJS only.
void runProgram({
  command: [process.execPath],
  terminal: console,
  url: findServerAddress(process.execPath),
  onFailure: waitForEnter,
});

/** Windows closes the window of a program that was started by a double click the moment it ends. */
async function waitForEnter(): Promise<void> {
  const { stdin, stdout, platform, env } = process;
  // A command prompt sets PROMPT, and its window stays open by itself.
  if (platform !== 'win32' || !stdin.isTTY || env.PROMPT !== undefined) return;
  stdout.write('Press Enter to close this window.');
  stdin.resume();
  await once(stdin, 'data');
}
