import type { Page } from 'puppeteer-core';
import type { OutgoingMessage, SendOutcome, SiteDriver } from './driver.ts';

interface Sending extends OutgoingMessage {
  driver: SiteDriver;
  page: Page;
  /** Gets the error of the driver. */
  onError: (error: unknown) => void;
}

/**
 * Sends through a driver and never throws: an error before the click is `failed`, one after it is `unknown`. Drivers
 * are written by others: one that asks for a permit twice is refused, and a success without a permit is not believed.
 */
export async function sendOnce({
  driver,
  page,
  person,
  message,
  beforeClick,
  onError,
}: Sending): Promise<SendOutcome> {
  let asked = false;
  let mayHaveClicked = false;

  async function beforeOnlyClick(): Promise<boolean> {
    if (asked) return false;
    asked = true;
    mayHaveClicked = await beforeClick();
    return mayHaveClicked;
  }

  try {
    const result = await driver.send(page, { person, message, beforeClick: beforeOnlyClick });
    if (result.outcome === 'sent' && !mayHaveClicked) {
      return { outcome: 'unknown', reason: `The site driver "${driver.name}" sent without a permit.` };
    }
    return result;
  } catch (error) {
    onError(error);
    const reason = error instanceof Error ? error.message : String(error);
    return { outcome: mayHaveClicked ? 'unknown' : 'failed', reason };
  }
}
