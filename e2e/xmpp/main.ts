import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendCampaign } from './campaign.ts';
import { checkXmppDriver } from './check.ts';
import { installConverse, startConverseSite } from './converse-site.ts';
import { startProsody } from './prosody.ts';

const DOMAIN = 'club.example';
const say = (line: string) => console.log(line);
// All programs are ended in order; a second signal ends this at once.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort(new Error('The run was ended.')));
}

const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-xmpp-'));
// As root, PostgreSQL runs as another user, which needs access to this folder.
await chmod(folder, 0o711);
await using left = new AsyncDisposableStack();
try {
  await installConverse(say);
  const prosody = await startProsody(join(folder, 'prosody'), DOMAIN);
  left.defer(() => prosody.end());
  const site = await startConverseSite(prosody.websocketUrl, DOMAIN);
  left.defer(() => site.close());
  const settings = { address: site.url, domain: DOMAIN, confirm_seconds: 20, bounce_seconds: 2 };
  const scene = { folder, prosody, settings, say, signal: stop.signal };
  const isGood = (await checkXmppDriver(scene)) && (await sendCampaign(scene));
  say(isGood ? 'All held.' : `Something is wrong. What Prosody logged is in ${folder}.`);
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  console.error((stop.signal.aborted ? stop.signal.reason : (error as Error)).message);
  process.exitCode = 1;
} finally {
  await left.disposeAsync();
  if (process.exitCode === 0 || stop.signal.aborted)
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}
