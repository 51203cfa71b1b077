/** Further columns of a table are told and skipped. */
export const COLUMNS_SHOWN = 60;

/** What stands between the cells of a text; '' where each line is one cell. */
export const SEPARATORS = ['\t', ';', ',', '|'] as const;
export type Separator = (typeof SEPARATORS)[number] | '';

export const SEPARATOR_WORDS: Record<Separator, string> = {
  '\t': 'Tabs',
  ';': 'Semicolons',
  ',': 'Commas',
  '|': 'Bars',
  '': 'One name a line',
};

/** Encodings that a person can choose, by the names that TextDecoder knows, with words for people. */
export const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
  'windows-1252': 'Western (Windows-1252)',
  'iso-8859-15': 'Western (ISO-8859-15)',
  macintosh: 'Western (Mac)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  shift_jis: 'Japanese (Shift_JIS)',
  gb18030: 'Chinese (GB18030)',
  'euc-kr': 'Korean (EUC-KR)',
};

/** What Instagram's download knows of accounts, in the order in which it is offered. */
export const ACCOUNT_KINDS = [
  'followers',
  'following',
  'close_friends',
  'unfollowed',
  'received',
  'sent',
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export const ACCOUNT_WORDS: Record<AccountKind, string> = {
  followers: 'Followers',
  following: 'Following',
  close_friends: 'Close friends',
  unfollowed: 'Recently unfollowed',
  received: 'Follow requests to you',
  sent: 'Follow requests from you',
};
