import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendCampaign } from './campaign.ts';
import { checkShippedDriver } from './check.ts';
import type { RealSite } from './real-site.ts';

interface Start {
  /** The parent of the run's folders. */
  folder: string;
  /** What was started is added here, and ended in the opposite order. */
  left: AsyncDisposableStack;
  say: (line: string) => void;
}

/**
 * Tries a shipped driver on a real server of its site: all cases of the check, then a campaign with kills. Exits with 1
 * if something is wrong.
 */
export async function runSite(name: string, start: (given: Start) => Promise<RealSite>): Promise<void> {
  const say = (line: string) => console.log(line);
  // All programs are ended in order; a second signal ends this at once.
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stop.abort(new Error('The run was ended.')));
  }
  const folder = await mkdtemp(join(tmpdir(), `pigeonpost-${name}-`));
  // As root, PostgreSQL runs as another user, which needs access to this folder.
  await chmod(folder, 0o711);
  await using left = new AsyncDisposableStack();
  try {
    const site = await start({ folder, left, say });
    const scene = { folder, site, say, signal: stop.signal };
    const isGood = (await checkShippedDriver(scene)) && (await sendCampaign(scene));
    say(isGood ? 'All held.' : `Something is wrong. What the server logged is in ${folder}.`);
    process.exitCode = isGood ? 0 : 1;
  } catch (error) {
    console.error((stop.signal.aborted ? stop.signal.reason : (error as Error)).message);
    process.exitCode = 1;
  } finally {
    await left.disposeAsync();
    if (process.exitCode === 0 || stop.signal.aborted)
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}
