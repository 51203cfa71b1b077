/** Stands for the name of somebody who was erased (docs/behaviour.md#erasing-a-person). */
export const ERASED_NAME = '(erased)';

/** How many characters of a name's hash the audit log keeps. */
export const HASH_SHOWN = 8;

export const ERASED_BEFORE =
  'This person was erased. Take the entry off your do-not-contact list first: search there for the name.';
export const SAY_WHY_ERASED = 'Say why: this person was erased.';
export const CONFIRM_NAME = 'Type the name exactly';
export const BEING_WRITTEN_TO = 'A message to this person is being sent right now. Try again in a moment.';
