import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage, violationsInLooks, visit } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

const PARTS: [path: string, last: string][] = [
  ['/settings', 'Authentication Token'],
  ['/settings/sending', 'Never write to the same person twice'],
  ['/settings/people', 'Fields and tags'],
  ['/settings/agents', 'Machines'],
  ['/settings/account', 'Activity'],
];

test('each part of Settings is there at once and short, with one filled button and few controls', async (t) => {
  const site = await startSite(t);
  const { token } = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token });
  await page.addInitScript(neverAfter, 1000);
  await page.goto('/dashboard');
  await page.getByRole('banner').getByText('Connected', { exact: true }).waitFor();
  for (const [path, last] of PARTS) {
    await visit(page, path);
    await page.getByRole('heading', { name: last }).waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('main section')].every((card) => card.childElementCount > 0),
    );
    const { height, controls, filled } = await sizeOf(page);
    assert.ok(height <= 1000, `${path} is ${height} px high`);
    assert.ok(controls <= 20, `${path} has ${controls} controls`);
    assert.deepEqual(filled, path === '/settings' ? ['Save Settings'] : [], path);
    assert.equal(await page.evaluate(() => scrollY), 0);
    assert.equal(
      await page
        .getByRole('navigation', { name: 'Parts of Settings' })
        .locator('[aria-current=page]')
        .count(),
      1,
    );
    assert.deepEqual(await violationsInLooks(page), []);
  }
  assert.equal(await page.title(), 'Account, Settings – Pigeonpost');
});

test('the token is masked until it is asked for, and copied whole', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/settings');
  await page.getByText(`${marta.token.slice(0, 7)}••••`).waitFor();
  assert.equal(await page.getByText(marta.token).count(), 0);
  // A browser may refuse.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Not allowed'));
  });
  await page.getByRole('button', { name: 'Copy token' }).click();
  await page.getByText('Failed to copy token').waitFor();
  await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'));
  await page.getByRole('button', { name: 'Copy token' }).click();
  await page.getByText('Copied!').waitFor();
  await page.getByText('Token copied to clipboard').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), marta.token);
  await page.getByRole('button', { name: 'Show token' }).click();
  await page.getByText(marta.token).waitFor();
});

test('the line that starts an agent names the address of this page, in the shell of the computer', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  const lines = {
    'macOS, Linux': `PIGEONPOST_URL=${site.url} npm run agent`,
    PowerShell: `$env:PIGEONPOST_URL="${site.url}"; npm run agent`,
    'Command Prompt': `set "PIGEONPOST_URL=${site.url}" && npm run agent`,
  };
  for (const path of ['/settings', '/profiles']) {
    await page.goto(path);
    await page.getByRole('button', { name: 'macOS, Linux', pressed: true }).waitFor();
    for (const [shell, line] of Object.entries(lines)) {
      await page.getByRole('button', { name: shell }).click();
      await page.getByText(line).waitFor();
      await page.getByRole('button', { name: 'Copy the command' }).click();
      await page.getByText('Copied!').waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), line);
      await page.clock.fastForward(2000);
      await page.getByRole('button', { name: 'Copy the command' }).waitFor();
    }
  }
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' }),
  );
  await page.reload();
  await page.getByText(lines.PowerShell).waitFor();
});

/** The height of the screen, its controls, and the words of its filled buttons. */
function sizeOf(page: Page) {
  return page.evaluate(() => {
    const main = document.querySelector('main');
    const shown = [
      ...document.querySelectorAll<HTMLElement>(
        'main :is(a[href], button, input, select, textarea, summary)',
      ),
    ].filter((one) => one.checkVisibility({ visibilityProperty: true }));
    const accent = getComputedStyle(document.documentElement).getPropertyValue(
      '--mantine-primary-color-filled',
    );
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = accent;
    const blue = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return {
      height: main?.firstElementChild?.scrollHeight ?? 0,
      controls: shown.length,
      filled: shown
        .filter((one) => getComputedStyle(one).backgroundColor === blue)
        .map(({ textContent }) => textContent),
    };
  });
}

/** Runs in the page: timers of a second and longer never fire. */
function neverAfter(milliseconds: number): void {
  const start = window.setTimeout;
  window.setTimeout = ((run: () => void, after?: number) =>
    (after ?? 0) >= milliseconds ? 0 : start(run, after)) as typeof setTimeout;
}
