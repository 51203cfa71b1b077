import type { Locator } from 'playwright-core';

/** The free pixels of a select beside its text; negative if the text is cut. */
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
