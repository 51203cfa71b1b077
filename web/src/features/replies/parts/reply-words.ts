/** A reply as shown. Encrypted messages and pictures are replies without a text. */
export function replyWords(text: string | null): string {
  if (text === null) return 'Its text is not kept.';
  return text === '' ? 'Without a text.' : text;
}
