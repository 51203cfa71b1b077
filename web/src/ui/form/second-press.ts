import type { MouseEvent } from 'react';
import { now } from '../../clock.ts';

/** As long as a double click may take: nobody has read by then what took the place of what was pressed. */
const SECOND_PRESS_MS = 500;

type Press = { target: Element; words: string; place: Element | null | undefined; at: number };

let last: Press | undefined;

/**
 * Whether a press follows another one at once and meets what took its place, such as Pause after Start
 * (docs/behaviour.md#undo): the second click of a double click, and by keyboard the second of two quick presses.
 */
export function isSecondPress({ detail, currentTarget: target }: MouseEvent): boolean {
  if (detail > 0) return detail > 1;
  const place = target.parentElement?.parentElement;
  const press = { target, words: wordsOf(target), place, at: now() };
  const isSecond = last !== undefined && press.at - last.at < SECOND_PRESS_MS && tookPlace(press, last);
  // A third one counts from the second.
  last = isSecond && last ? { ...last, at: press.at } : press;
  return isSecond;
}

/** A button that has gone, or that became another one: the icon of a row that starts its campaign, then pauses it. */
function tookPlace({ target, words }: Press, before: Press): boolean {
  if (target === before.target) return words !== before.words;
  return !before.target.isConnected && (before.place?.contains(target) ?? false);
}

function wordsOf(target: Element): string {
  return target.getAttribute('aria-label') ?? target.textContent;
}
