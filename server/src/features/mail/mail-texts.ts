import type { Told } from '@pigeonpost/contract/notifications/notice';
import { mailItem } from '../../notifications/mail-item.ts';

/** What a mail says, in words without markup. Each text is one line, and what cannot be seen is removed from it. */
export interface MailContent {
  subject: string;
  lines: string[];
  items?: { text: string; link?: { label: string; url: string } }[];
  /** Where one click ends mails of this kind (RFC 8058). */
  unsubscribe?: { url: string };
}

/** What the words of a mail depend on besides its values. */
interface MailContext {
  /** Where this server is: 'https://news.example.com'. */
  publicUrl: string;
  /** The time zone of the person. */
  timeZone: string;
  /** The secret of the mail's link; empty for a kind without one. */
  token: string;
}

/** The stored values of each kind of mail. They are read by people with access to the database: no secrets. */
export interface MailValues {
  notifications: { username: string; items: Told[]; more: number; unsubscribe: string };
  new_sign_in: { username: string; item: Told };
  test: { username: string };
  confirm_email: { username: string };
  email_changed: { username: string; is_removed: boolean };
  password_reset: { username: string };
}

export type MailKind = keyof MailValues;

/** The words of each kind of mail, made when it is sent. */
export const MAIL_TEXTS: {
  [Kind in MailKind]: (values: MailValues[Kind], context: MailContext) => MailContent;
} = {
  notifications: ({ username, items, more, unsubscribe }, { publicUrl, timeZone }) => {
    const shown = items.map((told) => mailItem(told, { publicUrl, timeZone }));
    const [first] = shown;
    const others = shown.length - 1 + more;
    return {
      subject: others > 0 ? `${first?.title}, and ${others} more` : (first?.title ?? ''),
      lines: [
        `For the account ${username} at ${publicUrl}:`,
        ...(more > 0 ? [`These are the newest ${shown.length} of ${shown.length + more}.`] : []),
      ],
      items: shown,
      unsubscribe: { url: `${publicUrl}/unsubscribe/${unsubscribe}` },
    };
  },

  new_sign_in: ({ username, item }, { publicUrl, timeZone }) => ({
    subject: 'A new browser signed in',
    lines: [
      `It signed in to the account ${username} at ${publicUrl}.`,
      'If that was you, do nothing. If it was not, change your password at once, and end that session.',
    ],
    items: [mailItem(item, { publicUrl, timeZone })],
  }),

  test: ({ username }, { publicUrl }) => ({
    subject: 'A test of your mail',
    lines: [`The account ${username} at ${publicUrl} gets its mail here.`],
  }),

  confirm_email: ({ username }, { publicUrl, token }) => ({
    subject: 'Confirm your e-mail address',
    lines: [
      `The account ${username} at ${publicUrl} gave this e-mail address for its mail.`,
      'If that was you, open the link within 24 hours. It works once.',
      'If it was not you, do nothing: this address gets no mail then.',
    ],
    items: [
      { text: '', link: { label: 'Confirm this address', url: `${publicUrl}/confirm-email#token=${token}` } },
    ],
  }),

  email_changed: ({ username, is_removed }, { publicUrl }) => ({
    subject: is_removed ? 'Your e-mail address was removed' : 'Your e-mail address was changed',
    lines: [
      is_removed
        ? `The account ${username} at ${publicUrl} has no e-mail address any more.`
        : `The mail of the account ${username} at ${publicUrl} goes to another address from now on.`,
      'If that was not you, change your password at once and ask an administrator.',
    ],
    items: [
      { text: '', link: { label: 'Open your account', url: `${publicUrl}/settings/account?line=email` } },
    ],
  }),

  password_reset: ({ username }, { publicUrl, token }) => ({
    subject: 'Choose a new password',
    lines: [
      `Somebody asked for a new password for the account ${username} at ${publicUrl}.`,
      'If that was you, open the link within an hour. It works once, and signs out every browser and every agent.',
      'If it was not you, do nothing: the password stays as it is.',
    ],
    items: [
      {
        text: '',
        link: { label: 'Choose a new password', url: `${publicUrl}/reset-password#token=${token}` },
      },
    ],
  }),
};

export const MAIL_KINDS = Object.keys(MAIL_TEXTS) as MailKind[];

/** The words of a stored mail, whose values are those of its kind. */
export function mailContent(mail: { kind: MailKind; values: unknown }, context: MailContext): MailContent {
  const write = MAIL_TEXTS[mail.kind] as (values: unknown, context: MailContext) => MailContent;
  return write(mail.values, context);
}
