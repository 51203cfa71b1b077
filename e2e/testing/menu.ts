import type { Locator } from 'playwright-core';

/** Presses a key on an item of a menu that is opening, once the menu has the focus: it would take it from the item. */
export async function pressItem(item: Locator, key = 'Enter'): Promise<void> {
  await item.page().locator('[role=menuitem]:focus').waitFor();
  await item.press(key);
}
