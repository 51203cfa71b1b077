import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { checkedText, EmptyAnswer, Id, IdParams, Time } from '../fields.ts';
import { passwordError } from '../passwords.ts';
import { PACKS, ROLES } from '../subscription.ts';
import { newUsernameError } from '../usernames.ts';

export const NewUsername = checkedText('Username is required', newUsernameError);
/** The password of a new account. */
export const NewPassword = checkedText('Password is required', passwordError);
/** The password that replaces another one. */
export const OtherPassword = checkedText('New password is required', passwordError);
const ResetToken = z
  .string('This link is incomplete')
  .min(1, 'This link is incomplete')
  .max(200, 'This link is incomplete');
/** Text that is taken as typed. The limit is longer than any stored value. */
const typedText = (name: string, max: number) =>
  z.string(`${name} is required`).min(1, `${name} is required`).max(max, `${name} is too long`);
const TimeZone = z.string('Time zone is required').min(1).max(64, 'This time zone is not known');

export const User = z.object({
  id: Id,
  username: z.string(),
  role: z.enum(ROLES),
  pack: z.enum(PACKS),
  subscription_end_date: Time.nullable(),
  time_zone: z.string(),
  created_at: Time,
  last_login: Time.nullable(),
});
export type User = z.infer<typeof User>;

export const Session = z.object({
  id: Id,
  /** The browser's user agent at sign-in. */
  user_agent: z.string().nullable(),
  /** The address of the sign-in. */
  address: z.string().nullable(),
  created_at: Time,
  last_used_at: Time,
  /** Whether it is the caller's own session. */
  is_current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const authCalls = defineCalls({
  'POST /api/auth/register': {
    access: 'public',
    summary: 'Create an account, without signing in.',
    body: z.object({ username: NewUsername, password: NewPassword, time_zone: TimeZone.optional() }),
    status: 201,
    response: z.object({ message: z.string() }),
  },
  'POST /api/auth/login': {
    access: 'public',
    summary: 'Sign in with a username and a password.',
    body: z.object({
      username: typedText('Username', 200),
      password: typedText('Password', 1000),
      time_zone: TimeZone.optional(),
    }),
    response: z.object({ token: z.string(), user: User }),
  },
  'GET /api/auth/profile': {
    access: 'user',
    summary: 'The signed-in user.',
    response: z.object({ user: User }),
  },
  'PUT /api/auth/profile': {
    access: 'user',
    summary: 'Change the time zone in which your days begin.',
    body: z.object({ time_zone: TimeZone }),
    response: z.object({ user: User }),
  },
  'POST /api/auth/logout': {
    access: 'user',
    summary: 'End this session on the server too.',
    response: EmptyAnswer,
  },
  'GET /api/auth/sessions': {
    access: 'user',
    summary: 'The browsers in which you are signed in, the last used first.',
    response: z.object({ sessions: z.array(Session) }),
  },
  'DELETE /api/auth/sessions/{id}': {
    access: 'user',
    summary: 'Sign one browser out.',
    params: IdParams,
    response: EmptyAnswer,
  },
  'POST /api/auth/logout-everywhere': {
    access: 'user',
    summary: 'Sign every browser out, this one too; agents stay.',
    response: z.object({ ended: z.int() }),
  },
  'PUT /api/auth/password': {
    access: 'user',
    summary: 'Change your own password; every other session and every agent ends.',
    body: z.object({
      current_password: typedText('Current password', 1000),
      new_password: OtherPassword,
    }),
    response: EmptyAnswer,
  },
  'POST /api/auth/forgot-password': {
    access: 'public',
    summary: 'Ask an administrator for a new password.',
    body: z.object({
      username: z
        .string('Username is required')
        .trim()
        .min(1, 'Username is required')
        .max(200, 'Username is too long'),
    }),
    response: z.object({ message: z.string() }),
  },
  'POST /api/auth/reset-password/check': {
    access: 'public',
    summary: 'The user and the expiry of a one-time link.',
    body: z.object({ token: ResetToken }),
    response: z.object({ username: z.string(), expires_at: Time }),
  },
  'POST /api/auth/reset-password': {
    access: 'public',
    summary: 'Set a new password with a one-time link; every session and every agent ends.',
    body: z.object({ token: ResetToken, new_password: OtherPassword }),
    response: EmptyAnswer,
  },
});
