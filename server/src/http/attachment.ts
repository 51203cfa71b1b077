import { CSV } from '@pigeonpost/contract/call';

export const CSV_TYPE = `${CSV}; charset=utf-8`;

/**
 * The header content-disposition of a download under this name; `plain` is for programs that read no UTF-8. What no file's
 * name may hold becomes '-'.
 */
export function attachment(plain: string, name: string): string {
  const file = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-');
  const encoded = encodeURIComponent(file).replace(/['()*!]/g, percentEncode);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const percentEncode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
