import { printable } from '../printable.ts';

const OBSTACLE_MAX = 300;

/**
 * What was in the way, without the person's name, so that the words can be compared: three people in a row with one
 * obstacle let the profile rest (docs/engine.md#an-obstacle).
 */
export function toObstacle(reason: string, person: string): string {
  const names = [...new Set([encodeURIComponent(person), person])].map((name) => RegExp.escape(name));
  // A name may be a word of the sentence, but not a part of one.
  const name = new RegExp(`(?<![\\p{L}\\p{N}_])@?(?:${names.join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
  return printable(reason).replace(name, '…').slice(0, OBSTACLE_MAX).toWellFormed().trim();
}
