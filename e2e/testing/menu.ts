import type { Locator } from 'playwright-core';

/**
 * Presses a key on an item of an opening menu, once the menu has the focus, which it would otherwise take from the
 * item.
 */
export async function pressItem(item: Locator, key = 'Enter'): Promise<void> {
  await item.page().locator('[role=menuitem]:focus').waitFor();
  await item.press(key);
}
