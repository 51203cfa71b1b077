import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { enrol } from './enrol.ts';
import type { Workload } from './scripted-agents.ts';
import type { Sender } from './senders.ts';

/** An agent that calls this server with this token. */
export interface HttpAgent extends Workload {
  url: string;
  token: string;
}

/** Agents that call over HTTP from their own process, whose processor time is not counted. */
export function startAgentsOverHttp() {
  const child = fork(join(import.meta.dirname, 'agents-process.ts'));
  const ended = once(child, 'exit').then(() => 'Their process ended.');
  return {
    /** Returns a function that makes them work until everything is sent; they are spread over the servers in turn. */
    async prepare(senders: Sender[], urls: string[]): Promise<() => Promise<unknown>> {
      const agents = await Promise.all(
        senders.map(async (sender, place): Promise<HttpAgent> => {
          const url = urls[place % urls.length] ?? '';
          return { url, token: await enrol(url, sender), paths: sender.paths, names: sender.names };
        }),
      );
      return () => work(agents);
    },
    stop: () => child.kill(),
  };

  async function work(agents: HttpAgent[]): Promise<void> {
    const said = once(child, 'message').then(([word]) => String(word));
    child.send(agents);
    const word = await Promise.race([said, ended]);
    if (word !== 'done') throw new Error(`The agents did not send everything: ${word}`);
  }
}
