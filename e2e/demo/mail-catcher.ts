import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CaughtMail, openMailServer } from '@pigeonpost/server/testing/mail-server';

interface MailCatcher {
  /** Where one reads what would be sent. */
  url: string;
  /** The settings of a server that hands its mail in here. */
  env: Record<string, string>;
  end(): Promise<void>;
}

/** A mail server that keeps what it gets, and a page that shows it. */
export async function startMailCatcher(): Promise<MailCatcher> {
  const smtp = await openMailServer();
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    response.end(page(smtp.mails));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    env: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Pigeonpost <pigeonpost@demo.example>',
      PUBLIC_URL: `http://127.0.0.1:${process.env.PORT || 3000}`,
    },
    async end() {
      server.close();
      server.closeAllConnections();
      await smtp.close();
    },
  };
}

/** The latest first. */
function page(mails: readonly CaughtMail[]): string {
  const shown = mails
    .toReversed()
    .map(
      ({ recipients, subject = '', text = '' }) =>
        `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(recipients.join(', '))}</p><pre>${withLinks(text)}</pre></article>`,
    );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Mail of the demo</title>
<style>:root { color-scheme: light dark; font-family: sans-serif } body { max-width: 60em; margin: 2em auto; padding: 0 1em } pre { white-space: pre-wrap }</style>
<h1>Mail of the demo</h1>
${shown.join('\n') || '<p>None yet. Give an e-mail address in Settings, Account, then reload this page.</p>'}
</html>
`;
}

const withLinks = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/\S*[^\s.]/g, (url) => `<a href="${url}">${url}</a>`);

const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );
