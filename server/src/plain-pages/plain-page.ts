import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { MARK, PAGE_STYLE } from './page-style.ts';

/** A page without a script, for people who are not signed in, with the nonce that allows its style. */
export interface PlainPage {
  status: number;
  language: string;
  html: string;
  nonce: string;
}

/** `main` is HTML; the other texts are escaped here. */
export function renderPlainPage<Language extends string>(
  language: Language,
  { title, main, by }: { title: string; main: string; by: string },
): PlainPage & { language: Language } {
  const nonce = randomBytes(18).toString('base64url');
  const html = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${PAGE_STYLE}</style>
<main><h1>${escapeHtml(title)}</h1>
${main}</main>
<footer>${MARK}${escapeHtml(by)}</footer>
</html>
`;
  return { status: 200, language, html, nonce };
}

/** The headers of such a page: nothing is kept, listed or loaded, and its address goes nowhere. */
export function setPageHeaders(reply: FastifyReply, { nonce, language }: PlainPage): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-language', language)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML, also within the quotes of an attribute. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
