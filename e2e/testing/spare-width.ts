import type { Locator } from 'playwright-core';

/** Pixels that a choice has beside the words it shows; negative where they are cut. */
export function spareWidth(choice: Locator): Promise<number> {
  return choice.evaluate((element) => {
    const select = element as HTMLSelectElement;
    const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(select);
    const words = document.createElement('span');
    words.style.cssText = `position: absolute; white-space: nowrap; font: ${fontWeight} ${fontSize} ${fontFamily}`;
    words.textContent = select.selectedOptions[0]?.text ?? '';
    document.body.append(words);
    const { width } = words.getBoundingClientRect();
    words.remove();
    return select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - width;
  });
}
