import type { Page } from 'playwright-core';

/** The name of the colour of a state: of its icon if it has one, else of its text. */
export async function colourOf(page: Page, words: string | RegExp): Promise<string> {
  const exact = typeof words === 'string' ? new RegExp(`^${words}$`) : words;
  const state = page.locator('[data-tone]').filter({ hasText: exact }).first();
  const rgb = await state.evaluate(
    (element) => getComputedStyle(element.querySelector('svg') ?? element).color,
  );
  const [red = 0, green = 0, blue = 0] = (rgb.match(/[\d.]+/g) ?? []).map((part) => Number(part) / 255);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if ((most - least) / (most + least) < 0.25) return 'grey';
  if (most === green) return 'green';
  if (most === blue) return 'blue';
  return green > (red + blue) / 2 ? 'yellow' : 'red';
}
