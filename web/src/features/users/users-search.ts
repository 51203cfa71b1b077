import {
  PACKS,
  type Pack,
  ROLES,
  type Role,
  USER_SORTS,
  USER_STATUSES,
  USER_VIEWS,
  type UserSort,
  type UserStatus,
  type UserView,
} from '@pigeonpost/contract/account/subscription';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

/** The filters of users besides a text. */
export type UserFilters = { role?: Role; pack?: Pack; status?: UserStatus; view?: UserView };

/** The `validateSearch` of the list of users: drops unknown values. */
export function validateUsersSearch(
  raw: Record<string, unknown>,
): ListSearch & UserFilters & { sort_by?: UserSort } {
  const role = ROLES.find((one) => one === raw.role);
  const pack = PACKS.find((one) => one === raw.pack);
  const status = USER_STATUSES.find((one) => one === raw.status);
  const view = USER_VIEWS.find((one) => one === raw.view);
  const sort_by = USER_SORTS.find((one) => one === raw.sort_by);
  const { search, page } = validateListSearch(raw);
  return {
    ...(search ? { search } : {}),
    ...(page ? { page } : {}),
    ...(role ? { role } : {}),
    ...(pack ? { pack } : {}),
    ...(status ? { status } : {}),
    ...(view ? { view } : {}),
    ...(sort_by ? { sort_by } : {}),
  };
}
