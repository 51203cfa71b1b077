import type { ElementHandle, JSHandle, Page } from 'puppeteer-core';
import type { Clock } from '../../clock.ts';
import { askInPage, type PageQuestion, type Question } from './page-question.ts';

/** Where a person is asked: in a page, and in the terminal. */
export interface Asking {
  page: Page;
  clock: Clock;
  signal: AbortSignal;
  /** A line for the terminal. */
  say(line: string): void;
  /** Asks in the terminal; undefined if no answer can come. */
  ask(question: string): Promise<string | undefined>;
}

/** A page that is being described. */
export interface Scene extends Asking {
  /** Names of people, which no selector may have. */
  people: string[];
  /** Buttons that put a dialog away. */
  dismiss: string[];
}

const POLL_MS = 100;

/** The element that the person clicks next, or undefined if it was the button with the words `otherwise`. */
export async function askForClick(
  asking: Asking,
  text: string,
  otherwise?: string,
): Promise<ElementHandle<Element> | undefined> {
  const question = await askUntilAnswered(asking, { text, isPick: true, ...(otherwise && { otherwise }) });
  const clicked = await question.evaluateHandle((asked) => asked.element);
  await question.dispose();
  return (clicked.asElement() as ElementHandle<Element> | null) ?? undefined;
}

/** Leaves the page to the person until the button of the question is pressed. */
export async function askToContinue(asking: Asking, text: string): Promise<void> {
  const question = await askUntilAnswered(asking, { text, otherwise: 'Continue', isPick: false });
  await question.dispose();
}

async function askUntilAnswered(asking: Asking, question: Question): Promise<JSHandle<PageQuestion>> {
  const { page, clock, signal, say } = asking;
  let asked = await page.evaluateHandle(askInPage, question);
  say(question.otherwise ? `${question.text} [${question.otherwise}]` : question.text);
  for (;;) {
    signal.throwIfAborted();
    try {
      if (await asked.evaluate(({ isAnswered }) => isAnswered)) break;
    } catch (error) {
      if (page.isClosed() || !page.browser().connected) throw error;
      // The person went to another page, for example by signing in.
      await page.waitForSelector('body');
      asked = await page.evaluateHandle(askInPage, question);
    }
    await clock.sleep(POLL_MS);
  }
  await asked.evaluate((one) => one.close());
  return asked;
}
