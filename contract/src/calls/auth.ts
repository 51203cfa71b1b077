import * as z from 'zod';
import { PASSWORD_MAX, PASSWORD_MIN, passwordError } from '../account/passwords.ts';
import { PACKS, ROLES } from '../account/subscription.ts';
import { defineCalls } from '../call.ts';
import { checkedText, EmptyAnswer, Id, IdParams, sized, type TextForm, Time, trimmed } from '../fields.ts';
import { newUsernameError, USERNAME_MAX, USERNAME_MIN, USERNAME_PATTERN } from '../names/usernames.ts';

export const UsernameForm = {
  minLength: USERNAME_MIN,
  maxLength: USERNAME_MAX,
  pattern: USERNAME_PATTERN.source,
} satisfies TextForm;
export const NewUsername = checkedText('Username is required', newUsernameError, {
  ...UsernameForm,
  description: 'Names that would let a user speak for the product, such as admin or support7, are refused.',
});
const PasswordForm: TextForm = {
  minLength: PASSWORD_MIN,
  maxLength: PASSWORD_MAX,
  description: 'Counted in Unicode’s form NFC. The username and passwords that everybody knows are refused.',
};
/** The password of a new account. */
export const NewPassword = checkedText('Password is required', passwordError, PasswordForm);
/** The password that replaces another one. */
export const OtherPassword = checkedText('New password is required', passwordError, PasswordForm);
const INCOMPLETE = 'This link is incomplete';
export const LinkToken = sized(z.string(INCOMPLETE), { min: 1, max: 200, error: INCOMPLETE });
/** Text that is taken as typed. The limit is longer than any stored value. */
const typedText = (name: string, max: number) =>
  sized(z.string(`${name} is required`), {
    min: 1,
    max,
    tooShort: `${name} is required`,
    error: `${name} is too long`,
  });
/** One's own password, to show that it is oneself. */
export const TypedPassword = typedText('Current password', 1000);
const TimeZone = sized(
  z.string('Time zone is required').min(1),
  { max: 64, error: 'This time zone is not known' },
  { format: 'time-zone', description: 'A time zone of the IANA, such as Europe/Berlin.' },
);

export const User = z
  .object({
    id: Id,
    username: z.string(),
    role: z.enum(ROLES),
    pack: z.enum(PACKS),
    subscription_end_date: Time.nullable(),
    time_zone: z.string(),
    created_at: Time,
    last_login: Time.nullable(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

/** What the signed-in user's pages show times by (docs/engine.md#time-zones). */
export const SignedInUser = User.extend({
  time_zone_offsets: z
    .object({
      changes: z.array(z.number().int()),
      ahead: z.array(z.number().int()),
    })
    .describe(
      'When the clocks of the time zone are changed, in minutes since 1970, and how many minutes they are ahead of UTC: ' +
        'before the first change, then after each.',
    ),
}).meta({ id: 'SignedInUser' });
export type SignedInUser = z.infer<typeof SignedInUser>;

export const Session = z
  .object({
    id: Id,
    /** The browser's user agent at sign-in. */
    user_agent: z.string().nullable(),
    /** The address of the sign-in. */
    address: z.string().nullable(),
    created_at: Time,
    last_used_at: Time,
    /** Whether it is the caller's own session. */
    is_current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

export const authCalls = defineCalls({
  'POST /api/auth/register': {
    operationId: 'registerUser',
    access: 'public',
    summary: 'Create an account, without signing in.',
    body: z.object({ username: NewUsername, password: NewPassword, time_zone: TimeZone.optional() }),
    status: 201,
    response: z.object({ message: z.string() }),
    refusals: { 409: 'The username is taken.' },
  },
  'POST /api/auth/login': {
    operationId: 'signIn',
    access: 'public',
    summary: 'Sign in with a username and a password.',
    body: z.object({
      username: typedText('Username', 200),
      password: typedText('Password', 1000),
      time_zone: TimeZone.optional(),
    }),
    response: z.object({ token: z.string(), user: SignedInUser }),
    refusals: {
      401: 'The username or the password is wrong.',
      403: 'The account is disabled.',
    },
  },
  'GET /api/auth/profile': {
    operationId: 'getSignedInUser',
    access: 'user',
    summary: 'The signed-in user.',
    response: z.object({ user: SignedInUser }),
  },
  'PUT /api/auth/profile': {
    operationId: 'updateTimeZone',
    access: 'user',
    summary: 'Change the time zone in which your days begin.',
    body: z.object({ time_zone: TimeZone }),
    response: z.object({ user: SignedInUser }),
  },
  'POST /api/auth/logout': {
    operationId: 'signOut',
    access: 'user',
    summary: 'End this session on the server too.',
    response: EmptyAnswer,
  },
  'GET /api/auth/sessions': {
    operationId: 'listSessions',
    access: 'user',
    summary: 'The browsers in which you are signed in, the last used first.',
    response: z.object({ sessions: z.array(Session) }),
  },
  'DELETE /api/auth/sessions/{id}': {
    operationId: 'endSession',
    access: 'user',
    summary: 'Sign one browser out.',
    params: IdParams,
    response: EmptyAnswer,
  },
  'POST /api/auth/logout-everywhere': {
    operationId: 'endAllSessions',
    access: 'user',
    summary: 'Sign every browser out, this one too; agents stay.',
    response: z.object({ ended: z.int() }),
  },
  'PUT /api/auth/password': {
    operationId: 'changePassword',
    access: 'user',
    summary: 'Change your own password; every other session and every agent ends.',
    body: z.object({
      current_password: TypedPassword,
      new_password: OtherPassword,
    }),
    response: EmptyAnswer,
  },
  'POST /api/auth/forgot-password': {
    operationId: 'requestPasswordReset',
    access: 'public',
    summary:
      'Ask for a new password: an administrator sees it, and a server with mail mails a link to a confirmed address.',
    body: z.object({
      username: trimmed(z.string('Username is required'), {
        min: 1,
        max: 200,
        tooShort: 'Username is required',
        error: 'Username is too long',
      }),
    }),
    response: z.object({ message: z.string() }),
  },
  'POST /api/auth/reset-password/check': {
    operationId: 'checkResetLink',
    access: 'public',
    summary: 'The user and the expiry of a one-time link.',
    body: z.object({ token: LinkToken }),
    response: z.object({ username: z.string(), expires_at: Time }),
  },
  'POST /api/auth/reset-password': {
    operationId: 'resetPassword',
    access: 'public',
    summary: 'Set a new password with a one-time link; every session and every agent ends.',
    body: z.object({ token: LinkToken, new_password: OtherPassword }),
    response: EmptyAnswer,
  },
});
