import type { CDPSession, Page } from 'playwright-core';
import type { Interaction } from './interactions.ts';

/** The times of one press in ms. */
export interface Press {
  /** From the press to the frame with the result. */
  waited: number;
  /** In tasks of 50 ms and more, during which the page answers nothing, until it is quiet again. */
  blocked: number;
}

interface Round {
  interaction: Interaction;
  round: number;
  /** The factor by which the processor is slowed down; 1 for none. */
  slower: number;
  withinMs: number;
}

/** Presses, and waits for the result; the processor is slow from just before the press. */
export async function timePress(page: Page, devtools: CDPSession, options: Round): Promise<Press> {
  const { interaction, round, slower, withinMs } = options;
  const target = interaction.press(page, round);
  await target.hover();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  // Awaited, so that the page watches before the press.
  const watch = await page.evaluateHandle(startWatch, { shown: interaction.shown(round), withinMs });
  await page.mouse.down();
  await page.mouse.up();
  const press = await watch.evaluate(({ press }) => press);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return press;
}

/**
 * Runs in the page and measures by its clock alone, because the debugger's messages are not part of the interaction.
 */
function startWatch(options: { shown: string; withinMs: number }): { press: Promise<Press> } {
  const QUIET_AFTER_MS = 500;
  const isShown = new Function(`return ${options.shown}`) as () => boolean;
  const tasks: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask' });
  let pressed: number | undefined;
  const onClick = (event: Event) => {
    pressed = event.timeStamp;
  };
  addEventListener('click', onClick, { capture: true, once: true });
  const end = performance.now() + options.withinMs;
  const shown = new Promise<number>((resolve, reject) => {
    const look = () => {
      if (performance.now() > end) return reject(new Error(`Not seen: ${options.shown}`));
      if (pressed === undefined || !isShown()) return requestAnimationFrame(look);
      // The message comes after the frame is painted.
      const { port1, port2 } = new MessageChannel();
      const from = pressed;
      port1.onmessage = () => resolve(performance.now() - from);
      port2.postMessage(undefined);
    };
    requestAnimationFrame(look);
  });
  const press = shown.then(async (waited) => {
    await new Promise((resolve) => setTimeout(resolve, QUIET_AFTER_MS));
    observer.disconnect();
    const during = tasks.filter(({ startTime, duration }) => startTime + duration > (pressed ?? 0));
    return { waited, blocked: during.reduce((sum, { duration }) => sum + duration, 0) };
  });
  return { press };
}
