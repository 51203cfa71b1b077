import type { Transporter } from 'nodemailer';
import type { MailSettings } from './mail-settings.ts';

/** Hands mail to the server's mail server, if it has one. */
export interface Mailer {
  /** Whether this server sends mail. If not, no screen tells of it and nothing is queued. */
  readonly isConfigured: boolean;
  /** Rejects if the mail server does not take it, or when the signal is aborted. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  /** Connects and signs in, and sends nothing; rejects if that fails. */
  verify(): Promise<void>;
}

/** What a mail says, and the headers that are its own. */
export interface MailMessage {
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

interface OutgoingMail extends MailMessage {
  to: string;
  message_id: string;
  date: Date;
}

const STEP_LIMIT_MS = 30_000;

/** By the settings; without them it sends nothing. */
export function createMailer(
  settings: MailSettings | undefined,
  { limitMs = STEP_LIMIT_MS }: { limitMs?: number } = {},
): Mailer {
  if (!settings) {
    const refuse = () => Promise.reject(new Error('This server has no mail.'));
    return { isConfigured: false, send: refuse, verify: refuse };
  }
  const { from } = settings;
  let transport: Promise<Transporter> | undefined;
  const open = () => (transport ??= openTransport(settings, limitMs));
  const domain = from.address.slice(from.address.indexOf('@') + 1);
  return {
    isConfigured: true,
    async send({ to, message_id, date, subject, text, html, headers }, signal) {
      await (await open()).sendMail({
        from,
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
        messageId: `<${message_id}@${domain}>`,
        date,
        subject,
        text,
        html,
        headers,
        signal,
      });
    },
    async verify() {
      await (await open()).verify();
    },
  };
}

/** Loads nodemailer with the first mail: most servers send none, and a start would load 39 files more. */
async function openTransport(
  { host, port, isSecure, isOwnMachine, auth }: MailSettings,
  limitMs: number,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && !isOwnMachine,
    // A certificate of the machine's own name would not be that of its loopback.
    ignoreTLS: isOwnMachine,
    ...(auth && { auth: { ...auth } }),
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    dnsTimeout: limitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
