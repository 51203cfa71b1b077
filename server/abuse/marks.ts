import type { Answered } from './ask.ts';
import type { Belongings } from './example.ts';

// What is drawn or counted anew for each thing that is made.
const DRAWN = /"(\w*id|request_id|ticketNumber|ticket_number|token|\w+_token|\w+_code)":("[^"]*"|\d+)/g;
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** An answer in which it cannot be told by which of these belongings a thing was looked for. */
export function withoutMarks({ status, text }: Answered, belongings: Belongings[]): Answered {
  // First: the digits of an id may stand by chance within a longer number that was drawn.
  let plain = text.replace(DRAWN, '"$1":"#"');
  for (const { id, name, token, held_token, user_code } of belongings) {
    for (const mark of [name, token, held_token, user_code]) plain = plain.replaceAll(mark, '#');
    plain = plain.replaceAll(new RegExp(`${String(id).slice(0, -3)}\\d{3}`, 'g'), '#');
  }
  return { status, text: plain.replace(UUID, '#') };
}

/** Finds the ids of somebody's things in a text, and no digits of a digest, in which any may stand by chance. */
export function idPattern({ id }: Pick<Belongings, 'id'>): RegExp {
  return new RegExp(`(?<![\\da-f])0*${String(id).slice(0, -3)}\\d{3}(?![\\da-f])`);
}
