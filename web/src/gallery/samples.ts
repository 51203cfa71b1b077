import { now } from '../clock.ts';

/** A name as long as a field lets it be. */
export const LONG_NAME =
  'The pottery studio behind the old harbour in Ålesund, open on Thursdays and Sundays';
/** A word that no line can break. */
export const LONG_WORD = 'donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
/** A name that is written from right to left. */
export const RIGHT_TO_LEFT = 'استوديو الفخار في المرفأ القديم';
/** The same, too long for its place. */
export const LONG_RIGHT_TO_LEFT = `${RIGHT_TO_LEFT}، مفتوح أيام الخميس والأحد من الصباح إلى المساء`;

const MINUTE_MS = 60_000;

/** The time so many minutes ago, as calls give it; with a negative number it is to come. */
export function minutesAgo(minutes: number): string {
  return new Date(now() - minutes * MINUTE_MS).toISOString();
}

/** For a press that does nothing here. */
export function doNothing(): void {}
