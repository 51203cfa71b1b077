import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { checkedText, Time } from '../fields.ts';
import { EMAIL_ADDRESS_MAX, emailAddressError, mailableAddress } from '../mail/email-addresses.ts';
import { LinkToken, TypedPassword } from './auth.ts';

const Email = checkedText('E-mail address is required', emailAddressError, {
  minLength: 3,
  maxLength: EMAIL_ADDRESS_MAX,
  format: 'email-address',
  description: 'One address, with letters from a to z before the @. Its domain is kept in IDNA.',
}).transform((typed) => mailableAddress(typed) ?? '');

const EmailAddress = z
  .object({
    /** Whether this server sends mail; if not, there is nothing to set. */
    has_mail: z.boolean(),
    /** Where mail goes: the confirmed address. */
    address: z.string().nullable(),
    /** One that was given and waits for its confirmation; the address before it holds until then. */
    waiting: z.object({ address: z.string(), since: Time }).nullable(),
  })
  .meta({ id: 'EmailAddress' });
export type EmailAddress = z.infer<typeof EmailAddress>;

export const accountCalls = defineCalls({
  'GET /api/account/email': {
    operationId: 'getEmailAddress',
    access: 'user',
    summary: 'Your e-mail address, and whether this server sends mail.',
    response: EmailAddress,
  },
  'PUT /api/account/email': {
    operationId: 'setEmailAddress',
    access: 'user',
    summary:
      'Give, change or remove your e-mail address. A new one counts once the link that is mailed to it was opened; the address that waits already is mailed to again.',
    body: z.object({
      /** null removes it. */
      email: Email.nullable(),
      /** Needed unless the address is one that holds or waits already. */
      current_password: TypedPassword.optional(),
    }),
    response: EmailAddress,
    refusals: { 409: 'This server sends no mail.' },
  },
  'POST /api/auth/confirm-email': {
    operationId: 'confirmEmailAddress',
    access: 'public',
    summary: 'Confirm an e-mail address with the link that was mailed to it, once and within 24 hours.',
    body: z.object({ token: LinkToken }),
    response: z.object({ username: z.string(), address: z.string() }),
  },
});
