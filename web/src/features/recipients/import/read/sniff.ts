export const NOT_READABLE =
  "This file cannot be read. Save it as .xlsx, .csv or .txt, or drop Instagram's download as it is.";
export const WORD_FILE =
  'This is a Word file. Copy its table or its names into the box, or save them as .xlsx, .csv or .txt.';
export const LOCKED = 'This file is locked with a password.';
export const NO_ROWS = 'This file has no rows.';

// How files begin that are text by their letters and no list of people.
const OTHER_TEXTS = /^\s*(?:BEGIN:V|\{\\rtf|%!PS|%PDF|<\?xml|<svg|ID;P|MIME-Version:|From |-----BEGIN )/i;
// '[x] lena' begins a list of names as well.
const JSON_START = /^[\s\ufeff]*(?:\{\s*["}]|\[\s*[[{"\]])/;
const HTML_START = /^[\s\ufeff]*<(?:!doctype|html|head|body|div|main|!--)/i;
const ZIP = [0x50, 0x4b];
const OLE = [0xd0, 0xcf, 0x11, 0xe0];
const ENCRYPTED = 'EncryptedPackage';
const WORD = 'WordDocument';

/** Whether bytes begin as a zip does, which a spreadsheet is too. */
export function isZip(bytes: Uint8Array): boolean {
  return startsWith(bytes, ZIP) && [3, 5, 7].includes(bytes[2] ?? 0);
}

/** Throws what a person can read for older formats of Office, and for a spreadsheet with a password. */
export function refuseOffice(bytes: Uint8Array): void {
  if (!startsWith(bytes, OLE)) return;
  if (holdsUtf16(bytes, ENCRYPTED)) throw new Error(LOCKED);
  throw new Error(holdsUtf16(bytes, WORD) ? WORD_FILE : NOT_READABLE);
}

/** What a decoded text is. Throws what a person can read where it is no text, or none with people in rows. */
export function formOfText(text: string): 'text' | 'json' | 'html' {
  if (isBinary(text) || OTHER_TEXTS.test(text.slice(0, 200))) throw new Error(NOT_READABLE);
  if (JSON_START.test(text) || isShortJson(text)) return 'json';
  return HTML_START.test(text) ? 'html' : 'text';
}

function isShortJson(text: string): boolean {
  if (text.length > 10_000 || !/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Control characters that no text has, in the beginning of it. */
function isBinary(text: string): boolean {
  const start = text.slice(0, 64_000);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const controls = start.match(/[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0;
  return controls > 0 && (start.includes('\u0000') || controls > start.length / 100);
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

function holdsUtf16(bytes: Uint8Array, word: string): boolean {
  return new TextDecoder('latin1').decode(bytes).includes([...word].join('\u0000'));
}
