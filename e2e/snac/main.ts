import { join } from 'node:path';
import { runSite } from '../site-runs/run-site.ts';
import { startSnac } from './snac.ts';

await runSite('snac', async ({ folder, left }) => {
  const snac = await startSnac(join(folder, 'snac'));
  left.defer(() => snac.end());
  return { ...snac, file: 'drivers/snac.json', settings: { address: snac.url, confirm_seconds: 20 } };
});
