import { type Condition, isUnread, readWhere } from '@pigeonpost/contract/people/conditions';

/** The conditions of an address. A text that cannot be read has none here; the server's answer says so. */
export function conditionsOf(where: string | undefined): Condition[] {
  const read = where === undefined ? [] : readWhere(where);
  return isUnread(read) ? [] : read;
}
