import { emailAddressError, mailableAddress } from '@pigeonpost/contract/mail/email-addresses';
import { isOwnMachine } from '@pigeonpost/contract/text/plain-http';
import { visibleLine } from '@pigeonpost/contract/text/visible-text';

/** Where mail is handed in, and who it is from. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte on; if not, by STARTTLS. */
  readonly isSecure: boolean;
  /** Whether it may go unencrypted: to a server of this machine. */
  readonly isOwnMachine: boolean;
  /** How to sign in; undefined: not at all. */
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  readonly from: { readonly name: string; readonly address: string };
}

const SMTPS_PORT = 465;
const SMTP_PORT = 587;

/** The settings of mail, which are all given or none; `refuse` takes what is wrong, without a password. */
export function readMailSettings(
  given: {
    smtpUrl: string | undefined;
    mailFrom: string | undefined;
    publicUrl: string | undefined;
    hosts: readonly string[];
  },
  refuse: (error: string) => void,
): MailSettings | undefined {
  const { smtpUrl, mailFrom, publicUrl, hosts } = given;
  if (smtpUrl === undefined) {
    if (mailFrom !== undefined)
      refuse('MAIL_FROM needs SMTP_URL, the address of a mail server: set both or none of them.');
    return undefined;
  }
  const missing = [
    ...(mailFrom === undefined ? ['MAIL_FROM'] : []),
    ...(publicUrl === undefined ? ['PUBLIC_URL'] : []),
  ];
  if (missing.length > 0)
    refuse(
      `SMTP_URL needs ${missing.join(' and ')} too: mail says who it is from, and has links to this server.`,
    );
  const { host, hostname } = URL.parse(publicUrl ?? '') ?? {};
  // Under the name of stop links alone the server answers nothing else.
  if (host && hostname && !isOwnMachine(hostname) && !hosts.includes(host) && !hosts.includes(hostname))
    refuse(`SMTP_URL needs ${host} in HOSTS too: mail has links to pages of this server under PUBLIC_URL.`);
  const server = readSmtpUrl(smtpUrl);
  if (!server)
    refuse(
      'SMTP_URL must be the address of a mail server, such as smtps://user:password@mail.example.com:465 or smtp://mail.example.com:587.',
    );
  const from = mailFrom === undefined ? undefined : readMailFrom(mailFrom);
  if (mailFrom !== undefined && !from)
    refuse(
      `MAIL_FROM must be an e-mail address, such as pigeonpost@example.com or Pigeonpost <pigeonpost@example.com> (it is '${mailFrom}').`,
    );
  return server && from && { ...server, from };
}

function readSmtpUrl(text: string): Omit<MailSettings, 'from'> | undefined {
  const url = URL.parse(text);
  const isSecure = url?.protocol === 'smtps:';
  if (!url || !(isSecure || url.protocol === 'smtp:') || url.hostname === '') return undefined;
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return undefined;
  const [user, pass] = [decode(url.username), decode(url.password)];
  if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? SMTPS_PORT : SMTP_PORT) : Number(url.port),
    isSecure,
    isOwnMachine: isOwnMachine(url.hostname),
    auth: user === '' ? undefined : { user, pass },
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function readMailFrom(text: string): MailSettings['from'] | undefined {
  const [, quoted = '', inside] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? [];
  const typed = inside ?? text;
  const name = quoted.trim().replace(/^"(.*)"$/, '$1');
  const address = emailAddressError(typed) === undefined ? mailableAddress(typed) : undefined;
  if (address === undefined || visibleLine(name) !== name) return undefined;
  return { name, address };
}
