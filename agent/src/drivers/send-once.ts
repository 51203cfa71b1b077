import type { Page } from 'puppeteer-core';
import type { OutgoingMessage, SendOutcome, SiteDriver } from './driver.ts';
import { NO_BOX, startLastLook } from './last-look/last-look.ts';

interface Sending extends OutgoingMessage {
  driver: SiteDriver;
  page: Page;
  /** Whether the grant still holds after the last look; left out where there is none. */
  isGranted?: () => boolean;
  /** Gets the error of the driver. */
  onError: (error: unknown) => void;
}

const RUN_OUT = 'The permit to send had run out before the press.';

/**
 * Sends through a driver and never throws: an error before the click is `failed`, one after it is `unknown`. Drivers
 * are written by others: one that asks for a permit twice is refused, a success without a permit is not believed, and
 * the last look at the box is taken here, after the grant (docs/site-drivers.md#the-last-look).
 */
export async function sendOnce({
  driver,
  page,
  person,
  message,
  beforeClick,
  isGranted = () => true,
  onError,
}: Sending): Promise<SendOutcome> {
  let asked = false;
  let mayHaveClicked = false;
  let heldBack: string | undefined;
  const { promise: held, resolve: hold } = Promise.withResolvers<SendOutcome>();

  try {
    const look = driver.sendsWithoutBox ? NO_BOX : await startLastLook(page);
    const beforeOnlyClick = async (): Promise<boolean> => {
      if (asked) return false;
      asked = true;
      heldBack = await look.agree(message);
      if (heldBack !== undefined || !(await beforeClick())) return false;
      heldBack = (await look.guard()) ?? (isGranted() ? undefined : RUN_OUT);
      mayHaveClicked = heldBack === undefined;
      if (mayHaveClicked) void look.untilHeld().then((reason) => hold(obstructed(reason)));
      return mayHaveClicked;
    };
    const sending = driver.send(page, { person, message, beforeClick: beforeOnlyClick });
    // A press that was kept from the site gets no answer: the driver, which waits for one, is not waited for.
    const result = await Promise.race([sending, held]);
    sending.catch(() => {});
    if (mayHaveClicked) return result;
    if (result.outcome === 'sent') {
      return { outcome: 'unknown', reason: `The site driver "${driver.name}" sent without a permit.` };
    }
    return heldBack !== undefined && result.outcome === 'failed' ? obstructed(heldBack) : result;
  } catch (error) {
    onError(error);
    const reason = error instanceof Error ? error.message : String(error);
    return mayHaveClicked ? { outcome: 'unknown', reason } : obstructed(reason);
  }
}

/** A failure before the press says nothing about the person, unless the driver says so itself. */
function obstructed(reason: string): SendOutcome {
  return { outcome: 'failed', reason, obstacle: true };
}
