import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A virtual screen (Xvfb) for windows that are opened for people. */
export async function screen(): Promise<{ display: string; [Symbol.asyncDispose](): Promise<void> }> {
  const xvfb = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '800x600x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = await once(createInterface(xvfb.stdout), 'line');
  return {
    display: `:${number}`,
    async [Symbol.asyncDispose]() {
      const ended = once(xvfb, 'exit');
      xvfb.kill();
      await ended;
    },
  };
}
