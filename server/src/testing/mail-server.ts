import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { MailSettings } from '../mail/mail-settings.ts';

/** A real SMTP server of this machine, which keeps what it is given. */
interface MailServer {
  /** Of a server that hands its mail in here. */
  settings: MailSettings;
  /** The same as SMTP_URL. */
  url: string;
  /** What arrived, in its order, with the addresses that it was handed in for. */
  mails: CaughtMail[];
  /** What a mail meets: a status of SMTP, or no answer at all. */
  answer: 250 | 450 | 550 | 'none';
  close(): Promise<void>;
}

export interface CaughtMail extends ParsedMail {
  recipients: string[];
  source: string;
}

/** Starts one; `onMail` hears of each mail. */
export async function openMailServer(
  options: SMTPServerOptions & { onMail?: (mail: CaughtMail) => void } = {},
): Promise<MailServer> {
  const { onMail, ...smtpOptions } = options;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 0,
    onRcptTo(_address, _session, done) {
      if (opened.answer === 'none') return;
      if (opened.answer === 250) return done();
      done(Object.assign(new Error('Refused'), { responseCode: opened.answer }));
    },
    onData(stream, { envelope }, done) {
      readAll(stream)
        .then(async (source) => {
          const recipients = envelope.rcptTo.map(({ address }) => address);
          const mail = { ...(await simpleParser(source)), recipients, source };
          opened.mails.push(mail);
          onMail?.(mail);
          done();
        })
        .catch(done);
    },
    ...smtpOptions,
  });
  // A client that gives up is no failure of the server.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const opened: MailServer = {
    settings: {
      host: '127.0.0.1',
      port,
      isSecure: false,
      isOwnMachine: true,
      auth: undefined,
      from: { name: 'Pigeonpost', address: 'pigeonpost@news.example.com' },
    },
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    answer: 250,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return opened;
}

/** The same until the test ends. */
export async function startMailServer(t: TestContext, options: SMTPServerOptions = {}): Promise<MailServer> {
  const server = await openMailServer(options);
  t.after(server.close);
  return server;
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
