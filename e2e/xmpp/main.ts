import { join } from 'node:path';
import { runSite } from '../site-runs/run-site.ts';
import { installConverse, startConverseSite } from './converse-site.ts';
import { startProsody } from './prosody.ts';

const DOMAIN = 'club.example';

await runSite('xmpp', async ({ folder, left, say }) => {
  await installConverse(say);
  const prosody = await startProsody(join(folder, 'prosody'), DOMAIN);
  left.defer(() => prosody.end());
  const page = await startConverseSite(prosody.websocketUrl, DOMAIN);
  left.defer(() => page.close());
  const settings = { address: page.url, domain: DOMAIN, confirm_seconds: 20, bounce_seconds: 2 };
  const replies = {
    write: (from: string, to: string, text: string) => prosody.writeAs({ from, to, text }),
    isAtOnce: true,
    marks: () => prosody.readMarks(),
  };
  return { ...prosody, replies, file: 'drivers/xmpp.json', settings };
});
