import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

/** A browser that allows notifications, records them, and whose tab can be hidden. */
const WATCHED = `
  const seen = { asked: 0, notified: [], isLookedAt: true };
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() {
      seen.asked += 1;
      return (this.permission = 'granted');
    }
    constructor(title, { body }) {
      seen.notified.push(title + ': ' + body);
    }
  };
  document.hasFocus = () => seen.isLookedAt;
  window.seen = seen;
  window.look = (isLookedAt) => {
    seen.isLookedAt = isLookedAt;
    if (isLookedAt) dispatchEvent(new Event('focus'));
  };
`;

test('a hidden tab shows an alert when a profile stops, or a campaign pauses by itself or ends', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const { campaign } = await marta.call('POST /api/campaigns', { body: { ...parts, name: 'Kiln open' } });
  const agent = await startScriptedAgent(site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.addInitScript(WATCHED);
  const icon = page.locator('link[rel="icon"]');
  const hasTitle = (title: string) => page.waitForFunction((wanted) => document.title === wanted, title);

  await page.goto(`/campaigns/${campaign.id}`);
  await page.getByRole('banner').getByRole('status').getByText('Connected', { exact: true }).waitFor();
  await hasTitle('Kiln open – Pigeonpost');
  assert.equal(await page.evaluate('seen.asked'), 0);
  await page.getByRole('button', { name: 'Start' }).click();
  await page
    .getByText(/^Running/)
    .first()
    .waitFor();
  assert.equal(await page.evaluate('seen.asked'), 1);

  await page.evaluate('look(false)');
  await agent.deliver('blocked');
  await hasTitle('● (2) Kiln open paused – Pigeonpost');
  assert.match((await icon.getAttribute('href')) ?? '', /alert/);
  assert.deepEqual(await page.evaluate('seen.notified'), [
    'kiln.club stopped: Instagram asks for a pause. This profile stopped.',
    'Kiln open paused: No profile of this campaign is able to send',
  ]);
  await page.evaluate('look(true)');
  await hasTitle('Kiln open – Pigeonpost');
  assert.doesNotMatch((await icon.getAttribute('href')) ?? '', /alert/);

  // A visible page shows no alert; a hidden one does at the end.
  const [profile = 0] = parts.profiles_used;
  await marta.call('PUT /api/profiles/{id}/resume', { params: { id: profile } });
  await marta.call('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
  await agent.deliver('sent');
  await agent.deliver('sent');
  await page.evaluate('look(false)');
  await agent.deliver('sent');
  await hasTitle('● Kiln open is done – Pigeonpost');
  assert.equal(await page.evaluate('seen.asked'), 1);
});
