import { hmacPads } from './name-hash.ts';
import type { SecretBox } from './secret-box.ts';

/**
 * The keys of stop links as the database takes them, the present one first; the codes that follow from them are in
 * stop-links.sql (docs/behaviour.md#the-stop-link).
 */
export const stopPads = (secrets: Pick<SecretBox, 'deriveKeys'>): Buffer[] =>
  secrets.deriveKeys('stop links').map((key) => Buffer.concat(hmacPads(key)));
