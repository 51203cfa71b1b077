import { askForClick, type Scene } from './ask-person.ts';
import { buttonOf, findersIn, selectorsOf } from './page-finders.ts';

/** A dialog comes a moment after the page. */
const LATE_MS = 700;

/** While a dialog lies over the page, asks for the button that puts it away, and presses it. */
export async function uncover(scene: Scene): Promise<void> {
  const { page, clock, dismiss, say } = scene;
  await clock.sleep(LATE_MS);
  while (await page.evaluate(isCovered)) {
    const known = await firstShown(scene);
    if (known) {
      await page.click(known);
    } else {
      const clicked = await askForClick(
        scene,
        'Something lies over the page. Click the button that puts it away.',
        'Nothing does',
      );
      if (!clicked) return;
      const finders = await findersIn(page, scene.people);
      const button = await buttonOf(finders, clicked);
      const selectors = await selectorsOf(page, finders, button);
      // Its words tell best that this button may always be pressed.
      const selector = selectors.find((one) => one.startsWith('aria/')) ?? selectors[0];
      if (selector) dismiss.push(selector);
      say(`  ${selector ?? 'Nothing stable tells this button from others.'}`);
      await button.click();
    }
    await clock.sleep(LATE_MS);
  }
}

async function firstShown({ page, dismiss }: Scene): Promise<string | undefined> {
  for (const selector of dismiss) if (await page.$(selector)) return selector;
  return undefined;
}

/** Runs in the page. */
function isCovered(): boolean {
  const dialogs = document.querySelectorAll(
    '[role=dialog], [role=alertdialog], [aria-modal=true], dialog[open]',
  );
  return [...dialogs].some((dialog) => {
    const { left, top, width, height } = dialog.getBoundingClientRect();
    return dialog.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}
