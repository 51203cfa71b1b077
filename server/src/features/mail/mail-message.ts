import { visibleLine } from '@pigeonpost/contract/text/visible-text';
import type { MailMessage } from '../../mail/mailer.ts';
import { escapeHtml } from '../../plain-pages/plain-page.ts';
import type { MailContent } from './mail-texts.ts';

const STOP = 'Stop these mails';

/** Puts the words into a text, and the same ones into a plain HTML. */
export function mailMessage(content: MailContent): MailMessage {
  const subject = visibleLine(content.subject);
  const lines = content.lines.map(visibleLine);
  const items = (content.items ?? []).map(({ text, link }) => ({
    text: visibleLine(text),
    link: link && { label: visibleLine(link.label), url: new URL(link.url).href },
  }));
  const stop = content.unsubscribe && { label: STOP, url: new URL(content.unsubscribe.url).href };
  const blocks = [...items, ...(stop ? [{ text: '', link: stop }] : [])];
  return {
    subject,
    text: `${[...lines, ...blocks.map(blockText)].join('\n\n')}\n`,
    html: page(subject, [...lines.map((line) => `<p>${escapeHtml(line)}</p>`), ...blocks.map(blockHtml)]),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(stop && {
        'List-Unsubscribe': `<${stop.url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

interface Block {
  text: string;
  link: { label: string; url: string } | undefined;
}

const blockText = ({ text, link }: Block) =>
  [text, link && `${link.label}: ${link.url}`].filter(Boolean).join('\n');

function blockHtml({ text, link }: Block): string {
  const anchor = link && `<a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>`;
  return `<p>${[escapeHtml(text), anchor].filter(Boolean).join('<br>')}</p>`;
}

/** Without colours of its own, so that it is readable in the dark too. */
function page(title: string, blocks: string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>:root { color-scheme: light dark; }</style>
</head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 40em;">
${blocks.join('\n')}
</body>
</html>
`;
}
