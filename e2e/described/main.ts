import { describeHardSite } from '@pigeonpost/agent/testing/described-sites';
import { startHardSite } from '@pigeonpost/agent/testing/hard-site/hard-site';
import { runSite } from '../site-runs/run-site.ts';

await runSite('described', async ({ left }) => {
  const site = await startHardSite();
  left.defer(() => site.close());
  return {
    file: 'sites/hearth.json',
    settings: { ...describeHardSite(site.url), confirmSeconds: 20 },
    addAccount: async (name) => site.addPerson(name),
    arrivedAt: async (name) => site.delivered.filter(({ person }) => person === name).map(({ text }) => text),
  };
});
