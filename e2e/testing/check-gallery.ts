import assert from 'node:assert/strict';
import type { ConsoleMessage, Locator, Page } from 'playwright-core';
import { axeViolations, axeViolationsInBothSchemes, SCREENS } from './browser.ts';

const WIDTHS = [SCREENS.desktop.width, 768, SCREENS.phone.width];

/**
 * Checks the gallery of ui/ as a visitor: each folder in both schemes and at every width, and what its buttons open.
 */
export async function checkGallery(page: Page): Promise<void> {
  const warnings: string[] = [];
  page.context().on('console', (message) => {
    if (isWarning(message)) warnings.push(message.text());
  });
  await page.goto('/gallery');
  await page.getByRole('heading', { name: 'Gallery', level: 1 }).waitFor();
  const folders = await page.getByRole('navigation', { name: 'Folders' }).getByRole('link').allTextContents();
  for (const folder of folders) {
    await openFolder(page, folder);
    assert.deepEqual(withoutRepeats(await axeViolationsInBothSchemes(page)), [], folder);
    for (const width of WIDTHS) {
      await page.setViewportSize({ ...SCREENS.desktop, width });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, folder);
    }
    await page.setViewportSize(SCREENS.desktop);
  }
  await openFolder(page, 'form');
  await checkDialogs(page);
  await checkPhone(page);
  await openFolder(page, 'feedback');
  await checkDialogs(page);
  await checkToasts(page);
  await checkSchemes(page);
  assert.deepEqual(warnings, []);
}

function isWarning(message: ConsoleMessage): boolean {
  return message.type() === 'error' || message.type() === 'warning';
}

/** A landmark appears once on a screen, but in each of its states in the gallery. */
function withoutRepeats(violations: string[]): string[] {
  return violations.filter((violation) => !/^(light: |dark: )?landmark-unique:/.test(violation));
}

async function openFolder(page: Page, folder: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Folders' })
    .getByRole('link', { name: folder, exact: true })
    .click();
  await page.getByRole('heading', { name: `ui/${folder}`, exact: true }).waitFor();
}

/** Opens every dialog of the folder, and confirms leaving those that ask. */
async function checkDialogs(page: Page): Promise<void> {
  const openers = await page.locator('[aria-haspopup="dialog"]').all();
  assert.ok(openers.length > 0);
  for (const [index, opener] of openers.entries()) {
    await opener.click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    if (index === 0) assert.deepEqual(withoutRepeats(await axeViolations(page)), []);
    await page.keyboard.press('Escape');
    await page.waitForFunction(
      () => !document.querySelector('[role=dialog]') || document.querySelector('[role=alertdialog]'),
    );
    const question = page.getByRole('alertdialog');
    if (await question.isVisible()) await question.getByRole('button').last().click();
    await dialog.waitFor({ state: 'detached' });
  }
}

async function checkToasts(page: Page): Promise<void> {
  const failed = page.getByRole('alert').getByText('Failed to start campaign');
  // Not after the presses: toasts go after some seconds, in which a slow machine is still pressing.
  const shown = failed.or(page.getByText('Template deleted.')).first().waitFor();
  for (const button of await page.getByRole('button', { name: 'Toast: ' }).all()) await button.click();
  await shown;
  // This one stays.
  await page.getByText('Exporting the log…').waitFor();
  assert.deepEqual(withoutRepeats(await axeViolations(page)), []);
}

/** Faults that phones had before. */
async function checkPhone(page: Page): Promise<void> {
  await page.setViewportSize(SCREENS.phone);
  await checkReasons(page);
  const tickedAndOff = page.getByRole('checkbox', { name: 'Active Account', checked: true, disabled: true });
  const ground = await tickedAndOff.evaluate((box) => getComputedStyle(box).backgroundColor);
  assert.notEqual(ground, 'rgba(0, 0, 0, 0)', 'a white tick on nothing');
  await openFolder(page, 'table');
  await assertInside(
    page.getByRole('tablist', { name: 'Campaigns that ended' }).getByRole('tab', { selected: true }),
  );
  for (const number of await page.getByRole('button', { name: /^Page \d{5,}$/ }).all())
    assert.ok(!(await isCut(number)), `${await number.textContent()} is cut`);
  for (const [folder, name] of [
    ['feedback', 'Resume'],
    ['layout', 'Add Profile'],
  ] as const) {
    await openFolder(page, folder);
    const button = page.getByRole('button', { name, exact: true }).first();
    assert.equal((await button.boundingBox())?.height, 44, name);
  }
  await page.setViewportSize(SCREENS.desktop);
}

/** The reason of a disabled control is inside the window, wherever the control is. */
async function checkReasons(page: Page): Promise<void> {
  const controls = await page.locator('main [aria-describedby][aria-disabled="true"]').all();
  assert.ok(controls.length > 0);
  for (const control of controls) {
    const id = await control.getAttribute('aria-describedby');
    const tip = page.locator(`[role=tooltip][id="${id}"]`);
    if ((await tip.count()) === 0) continue;
    await control.focus();
    await tip.waitFor();
    await assertInside(tip);
  }
}

const isCut = (element: Locator) =>
  element.evaluate((outer) =>
    [...outer.querySelectorAll('*')].some((inner) => inner.scrollWidth > inner.clientWidth),
  );

async function assertInside(element: Locator): Promise<void> {
  const { x = -1, width = 0 } = (await element.boundingBox()) ?? {};
  const name = await element.textContent();
  assert.ok(x >= 0 && x + width <= SCREENS.phone.width, `'${name}' is at ${x}, ${width} wide`);
}

/** The chosen scheme wins over the system's, also in a document that opens with it, as the two side by side do. */
async function checkSchemes(page: Page): Promise<void> {
  await openFolder(page, 'layout');
  await page.getByRole('link', { name: 'Open it' }).click();
  await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.goBack();
  const choice = page.getByRole('combobox', { name: 'Scheme' });
  await page.emulateMedia({ colorScheme: 'light' });
  await choice.selectOption('Dark');
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await choice.selectOption('Side by side');
  for (const scheme of ['light', 'dark']) {
    const half = page.frameLocator(`iframe[title="In the ${scheme} scheme"]`);
    await half.getByRole('heading', { name: 'ui/layout' }).waitFor();
    await half.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
  }
}
