import {
  PACKS,
  type Pack,
  ROLES,
  type Role,
  USER_STATUSES,
  type UserStatus,
} from '@pigeonpost/contract/subscription';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

/** What the list of users is filtered by, besides a text. */
export type UserFilters = { role?: Role; pack?: Pack; status?: UserStatus };

/** The `validateSearch` of the list of users: drops what it does not know. */
export function validateUsersSearch(raw: Record<string, unknown>): ListSearch & UserFilters {
  const role = ROLES.find((one) => one === raw.role);
  const pack = PACKS.find((one) => one === raw.pack);
  const status = USER_STATUSES.find((one) => one === raw.status);
  const { search, page } = validateListSearch(raw);
  return {
    ...(search ? { search } : {}),
    ...(page ? { page } : {}),
    ...(role ? { role } : {}),
    ...(pack ? { pack } : {}),
    ...(status ? { status } : {}),
  };
}
