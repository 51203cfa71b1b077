import type { JSHandle, Page } from 'puppeteer-core';
import { readShown, toPlainLines } from '../described/page-text.ts';
import { type BoxInPage, watchBoxes } from './box-in-page.ts';

/** The looks at the box around the grant (docs/site-drivers.md#the-last-look). Each gives why nothing may be sent. */
interface LastLook {
  /** Before the grant is asked for: the box with exactly this message is the one that is pressed for. */
  agree(message: string): Promise<string | undefined>;
  /** After it. From then on no press reaches the site unless the box still holds that. */
  guard(): Promise<string | undefined>;
  /** Settles once a press was kept from the site; never if none was. */
  untilHeld(): Promise<string>;
}

const OTHER_TEXT = 'The box of the page does not hold the message as it is written.';
const CHANGED =
  'The box no longer held the message as it was written right before the press, so nothing was pressed.';

/** For a driver that sends without a box. */
export const NO_BOX: LastLook = {
  agree: async () => undefined,
  guard: async () => undefined,
  untilHeld: () => new Promise(() => {}),
};

/** Looks at the boxes of a page before a driver composes in it. */
export async function startLastLook(page: Page): Promise<LastLook> {
  let boxes = await watch(page);
  let isAgreed = false;
  return {
    async agree(message) {
      // The driver may have opened another page since.
      const known = await boxes.evaluate((one) => one.texts()).catch(() => undefined);
      if (!known) boxes = await watch(page);
      const held = known ?? (await boxes.evaluate((one) => one.texts()));
      const wanted = toPlainLines(message);
      const places = held.flatMap(({ text }, place) => (toPlainLines(text) === wanted ? [place] : []));
      // A driver that writes in no box, or in one of a frame, is on its own.
      if (places.length === 0) return held.some(({ isChanged }) => isChanged) ? OTHER_TEXT : undefined;
      isAgreed = true;
      const excess = await boxes.evaluate((one, all) => {
        one.agree(all);
        return one.findExcess();
      }, places);
      if (!excess) return undefined;
      if ('counter' in excess)
        return `The message is too long for the site, whose counter says "${excess.counter}".`;
      return `The box holds ${excess.holds} characters at most, and the message has ${excess.has}.`;
    },
    async guard() {
      if (!isAgreed) return undefined;
      return (await boxes.evaluate((one) => one.guard())) ? undefined : CHANGED;
    },
    async untilHeld() {
      // After a press the page may be another one: then it has reached the site.
      const isHeld = await boxes
        .evaluate((one) => one.held)
        .then(
          () => true,
          () => false,
        );
      return isHeld ? CHANGED : new Promise<never>(() => {});
    },
  };
}

async function watch(page: Page): Promise<JSHandle<BoxInPage>> {
  // A function of ours as a value of the page, which its content security policy does not forbid.
  const read = (await page.evaluateHandle(`(${readShown})`)) as JSHandle<typeof readShown>;
  return page.evaluateHandle(watchBoxes, read);
}
