import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { tailLines } from '../kills/line-tail.ts';
import { until } from '../kills/until.ts';
import type { Child } from '../processes/child.ts';

interface Killing {
  agentFolder: string;
  /** The programs to kill, in this order. */
  kills: readonly ('agent' | 'Firefox')[];
  /** The person at whose click nothing is killed. */
  spared: string;
  agent: Child;
  /** Starts the agent again. */
  start: () => Promise<Child>;
  say: (line: string) => void;
}

interface JournalLine {
  line: 'asked' | 'clicking' | 'outcome' | 'answered';
  token: string;
  recipient?: string;
  profile_path?: string;
}

const CLICK_LIMIT_MS = 5 * 60_000;
// Around the press: some come before it, some while the message is on its way.
const LATE_MS = [0, 150, 400, 700];

/** Kills at every second click, in the background, and restarts the agent. */
export function killAtClick({ agentFolder, kills, spared, say, start, ...first }: Killing) {
  let { agent } = first;
  let count = 0;
  const stop = new AbortController();
  const failed = new AbortController();
  const read = tailLines<JournalLine>(join(agentFolder, 'journal.jsonl'));
  const asked = new Map<string, JournalLine>();

  const nextClick = () => {
    let clicked: JournalLine | undefined;
    for (const line of read()) {
      if (line.line === 'asked') asked.set(line.token, line);
      if (line.line === 'clicking') clicked = asked.get(line.token);
    }
    return clicked?.recipient === spared ? undefined : clicked;
  };
  const done = run().catch((error) => {
    if (!stop.signal.aborted) failed.abort(error);
  });

  async function run(): Promise<void> {
    for (const [index, target] of kills.entries()) {
      const limits = { milliseconds: CLICK_LIMIT_MS, signal: stop.signal };
      await until(nextClick, limits);
      const click = await until(nextClick, limits);
      if (!click) return;
      await wait(LATE_MS[index % LATE_MS.length], undefined, { signal: stop.signal });
      if (target === 'agent') {
        await agent.kill();
        say(`      killed the agent at the click for ${click.recipient}`);
        agent = await start();
      } else {
        const pid = await findFirefox(agentFolder, click.profile_path);
        if (pid === undefined) return;
        process.kill(pid, 'SIGKILL');
        say(`      killed Firefox at the click for ${click.recipient}`);
      }
      count++;
    }
  }

  return {
    /** Aborted if the agent could not be restarted. */
    failed: failed.signal,
    count: () => count,
    async end(): Promise<void> {
      stop.abort();
      await done;
      await agent.end();
    },
  };
}

/** The agent notes the browsers it started, one file each. */
async function findFirefox(
  agentFolder: string,
  profilePath: string | undefined,
): Promise<number | undefined> {
  const folder = join(agentFolder, 'browsers');
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '{}');
    const { pid, profile } = JSON.parse(text) as { pid?: number; profile?: string };
    if (profile === profilePath) return pid;
  }
  return undefined;
}
