import * as z from 'zod';
import { PACKS, ROLES, USER_SORTS, USER_STATUSES, USER_VIEWS } from '../account/subscription.ts';
import { defineCalls } from '../call.ts';
import { changeOf, checkedText, EmptyAnswer, exactlyOne, Id, IdParams, Time } from '../fields.ts';
import { MOST_EXTENDED, USERS_PAGE_SIZE } from '../limits.ts';
import { usernameError } from '../names/usernames.ts';
import { PageInfo, pageQuery } from '../paging.ts';
import { NewPassword, NewUsername, OtherPassword, UsernameForm } from './auth.ts';

const NO_END_DAY = 'Subscription end date must be a day such as 2026-12-31';

const Role = z.enum(ROLES, 'Role must be user or admin');
const Pack = z.enum(PACKS, 'Pack must be starter or pro');

/** From 2000 to 2999. */
const END_YEAR = /^2/;

/** A bare date means the end of that day in the administrator's zone; an empty text means no end date. */
const EndDate = z
  .union(
    [
      z.literal('').transform(() => null),
      z.iso.date().regex(END_YEAR, NO_END_DAY),
      z.iso.datetime({ offset: true }).regex(END_YEAR, NO_END_DAY),
    ],
    NO_END_DAY,
  )
  .nullable();

const EndDay = z.iso.date(NO_END_DAY).regex(END_YEAR, NO_END_DAY);

const EXTENDED_ERROR = `Choose 1 to ${MOST_EXTENDED} users`;
const UserIds = z.array(Id, EXTENDED_ERROR).min(1, EXTENDED_ERROR).max(MOST_EXTENDED, EXTENDED_ERROR);

const MONTHS_ERROR = 'Months must be a number from 1 to 36';
const Months = z.int(MONTHS_ERROR).min(1, MONTHS_ERROR).max(36, MONTHS_ERROR);

/** The number of accounts in each view, whichever is shown. */
export const UserCounts = z
  .object({
    all: z.int(),
    ending: z.int(),
    expired: z.int(),
    reset_requested: z.int(),
  })
  .meta({ id: 'UserCounts' });
export type UserCounts = z.infer<typeof UserCounts>;

/** A user as administrators see them. */
export const UserAccount = z
  .object({
    id: Id,
    username: z.string(),
    role: z.enum(ROLES),
    pack: z.enum(PACKS),
    subscription_end_date: Time.nullable(),
    is_active: z.boolean(),
    /** When the user asked for a new password, until they have one. */
    password_reset_requested_at: Time.nullable(),
    /** Whether there is a confirmed e-mail address; which one it is, is the user's own matter. */
    has_email: z.boolean(),
    /** The expiry of the open password link, and the administrator who made it; null without one. */
    reset_link_expires_at: Time.nullable(),
    reset_link_made_by: z.string().nullable(),
    profile_count: z.int(),
    running_campaigns: z.int(),
    created_at: Time,
    last_login: Time.nullable(),
  })
  .meta({ id: 'UserAccount' });
export type UserAccount = z.infer<typeof UserAccount>;

const UserAnswer = z.object({ user: UserAccount }).meta({ id: 'UserAnswer' });

export const userCalls = defineCalls({
  'GET /api/users': {
    operationId: 'listUsers',
    access: 'admin',
    summary: 'The accounts of all users, the oldest first unless another order is asked for.',
    query: z.object({
      ...pageQuery({ size: USERS_PAGE_SIZE }),
      role: Role.optional(),
      pack: Pack.optional(),
      status: z.enum(USER_STATUSES, 'Status must be active or expired').optional(),
      view: z.enum(USER_VIEWS, 'View must be ending or reset_requested').optional(),
      sort_by: z.enum(USER_SORTS, `Sort by must be one of ${USER_SORTS.join(', ')}`).default('created_asc'),
    }),
    response: z.object({ users: z.array(UserAccount), pagination: PageInfo, counts: UserCounts }),
  },
  'POST /api/users': {
    operationId: 'createUser',
    access: 'admin',
    summary: 'Make an account.',
    body: z.object({
      username: NewUsername,
      password: NewPassword,
      role: Role.default('user'),
      pack: Pack.default('starter'),
      subscription_end_date: EndDate.optional(),
    }),
    status: 201,
    response: UserAnswer,
    refusals: { 409: 'The username is taken.' },
  },
  'POST /api/users/extend': {
    operationId: 'extendSubscriptions',
    access: 'admin',
    summary:
      'Extend the subscriptions of several users at once: each by so many months from its own end, or all to one day.',
    body: exactlyOne(
      z.object({ user_ids: UserIds, months: Months.optional(), subscription_end_date: EndDay.optional() }),
      ['months', 'subscription_end_date'],
      'Give either months or a subscription end date',
    ),
    response: z.object({ users: z.array(UserAccount) }),
    refusals: { 404: 'A user is not there.' },
  },
  'PUT /api/users/{id}': {
    operationId: 'updateUser',
    access: 'admin',
    summary: 'Change an account; left-out fields stay.',
    params: IdParams,
    body: changeOf({
      // An existing name may be a reserved one; the server checks new names.
      username: checkedText('Username is required', usernameError, UsernameForm),
      role: Role,
      pack: Pack,
      subscription_end_date: EndDate,
      is_active: z.boolean('Active account must be true or false'),
    }),
    response: UserAnswer,
    refusals: { 409: 'The username is taken, or the account is your own and would lose its rights.' },
  },
  'PUT /api/users/{id}/password': {
    operationId: 'setUserPassword',
    access: 'admin',
    summary: "Set a user's password; every session and every agent of the user ends.",
    params: IdParams,
    body: z.object({ new_password: OtherPassword }),
    response: EmptyAnswer,
  },
  'POST /api/users/{id}/reset-link': {
    operationId: 'createResetLink',
    access: 'admin',
    summary:
      'Make a link with which the user sets a new password, once and within 24 hours. It voids the one before.',
    params: IdParams,
    status: 201,
    response: z.object({ token: z.string(), expires_at: Time }),
  },
  'DELETE /api/users/{id}': {
    operationId: 'deleteUser',
    access: 'admin',
    summary: 'Delete a user with everything that is theirs.',
    params: IdParams,
    response: EmptyAnswer,
    refusals: { 409: 'The account is your own.' },
  },
});
