import { ApiError } from '@pigeonpost/contract/client';
import { now } from '../clock.ts';

/** A name of the greatest length that a field allows. */
export const LONG_NAME =
  'The pottery studio behind the old harbour in Ålesund, open on Thursdays and Sundays';
/** A word that no line can break. */
export const LONG_WORD = 'donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
/** A right-to-left name. */
export const RIGHT_TO_LEFT = 'استوديو الفخار في المرفأ القديم';
/** The same, too long for its place. */
export const LONG_RIGHT_TO_LEFT = `${RIGHT_TO_LEFT}، مفتوح أيام الخميس والأحد من الصباح إلى المساء`;

const MINUTE_MS = 60_000;

/** The time `minutes` ago, in the form of calls; a negative number is in the future. */
export function minutesAgo(minutes: number): string {
  return new Date(now() - minutes * MINUTE_MS).toISOString();
}

/** For a press without an effect. */
export function doNothing(): void {}

/** A call that the server refused with a sentence for people. */
export const REFUSED = new ApiError({
  status: 409,
  body: { error: 'Another campaign sends with this profile.' },
  isRefusal: true,
});

/** A call that failed by the server's own fault, with the reference to its log. */
export const FAILED = new ApiError({
  status: 500,
  body: { error: 'Internal server error.', request_id: '01JDK4Q8Z2' },
});
