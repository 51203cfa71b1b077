import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { signUpAdmin } from './testing/administrator.ts';
import { openPage } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { type Site, startSite } from './testing/site.ts';

// The production build: React's strict mode would mount everything twice and double each call.
const BUILT = { PRACTICE_URL: 'http://127.0.0.1:9', PAGES: join(import.meta.dirname, '../web/dist') };

/** The calls of each screen while it loads. */
async function callsOf(t: Parameters<typeof openPage>[0], site: Site, token: string, screens: string[]) {
  const page = await openPage(t, { url: site.url, token });
  const calls = new Map<string, string[]>();
  let asked: string[] = [];
  page.on('request', (request) => {
    const path = request.url().replace(site.url, '');
    if (path.startsWith('/api/')) asked.push(`${request.method()} ${path}`);
  });
  // The events of the campaign's start are over when the first screen begins to fetch.
  for (const screen of ['/settings', ...screens]) {
    asked = [];
    await page.goto(screen);
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    calls.set(screen, asked);
  }
  return calls;
}

function assertAskedOnce(calls: Map<string, string[]>): void {
  for (const [screen, asked] of calls) {
    assert.ok(asked.length > 0, `${screen} asks for something`);
    const twice = asked.filter((call, place) => asked.indexOf(call) !== place);
    assert.deepEqual(twice, [], `${screen} makes no call twice`);
    const campaigns = asked.filter((call) => /^GET \/api\/campaigns(\/dashboard-stats)?(\?|$)/.test(call));
    assert.ok(campaigns.length <= 1, `${screen} asks for campaigns once: ${campaigns.join(', ')}`);
  }
}

test('at its first load no screen makes a call twice or asks for campaigns more than once', async (t) => {
  const site = await startSite(t, BUILT);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const id = await startCampaign(marta, { ...parts, name: 'Kiln open' });
  const { recipients } = await marta.call('GET /api/lists/{id}/recipients', {
    params: { id: parts.list_id },
  });
  const ticket = await marta.call('POST /api/support', {
    body: { subject: 'Paid twice', description: 'In November', priority: 'low', category: 'billing' },
  });
  assertAskedOnce(
    await callsOf(t, site, marta.token, [
      '/dashboard',
      '/dashboard?start_date=2026-01-01&end_date=2026-01-31',
      '/campaigns',
      '/campaigns?status=ended',
      '/campaigns/new',
      `/campaigns/${id}`,
      `/campaigns/${id}/recipients?state=pending`,
      '/profiles',
      '/templates',
      '/lists',
      `/lists/${parts.list_id}`,
      `/people/${recipients[0]?.recipient}`,
      '/unread-checker',
      '/firefox-profiles',
      '/support',
      `/support/${ticket.id}`,
      '/settings',
    ]),
  );
});

test("the same holds for an administrator's screens, and for a first campaign", async (t) => {
  const site = await startSite(t, BUILT);
  const ida = await signUpAdmin(site, 'ida');
  assertAskedOnce(
    await callsOf(t, site, ida.token, ['/dashboard', '/users', '/audit-log', '/support', '/settings']),
  );
  const nils = await site.signUp('nils');
  assertAskedOnce(
    await callsOf(t, site, nils.token, ['/dashboard', '/campaigns', '/campaigns/new', '/lists']),
  );
});
