import type { Answered } from './ask.ts';
import type { Belongings } from './example.ts';

// Values that are random or counted for each new row.
const DRAWN = /"(\w*id|request_id|ticketNumber|ticket_number|token|\w+_token|\w+_code)":("[^"]*"|\d+)/g;
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** An answer without the values that tell which of these belongings was looked for. */
export function withoutMarks({ status, text }: Answered, belongings: Belongings[]): Answered {
  // First, because the digits of an id may occur by chance within a longer random number.
  let plain = text.replace(DRAWN, '"$1":"#"');
  for (const { id, name, token, held_token, user_code } of belongings) {
    for (const mark of [name, token, held_token, user_code]) plain = plain.replaceAll(mark, '#');
    plain = plain.replaceAll(new RegExp(`${String(id).slice(0, -3)}\\d{3}`, 'g'), '#');
  }
  return { status, text: plain.replace(UUID, '#') };
}

/** Finds a user's ids in a text, but not digits of a digest, in which they may occur by chance. */
export function idPattern({ id }: Pick<Belongings, 'id'>): RegExp {
  return new RegExp(`(?<![\\da-f])0*${String(id).slice(0, -3)}\\d{3}(?![\\da-f])`);
}
