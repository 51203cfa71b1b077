import type { StatedSource } from '@pigeonpost/contract/people/sources';
import type { AccountKind } from './format-words.ts';

const FOLLOWS: Record<AccountKind, (account: string) => string> = {
  followers: (account) => `follows ${account}`,
  following: (account) => `followed by ${account}`,
  close_friends: (account) => `close friend of ${account}`,
  unfollowed: (account) => `no longer followed by ${account}`,
  received: (account) => `asked to follow ${account}`,
  sent: (account) => `${account} asked to follow them`,
};
// 'instagram-clay.club-2025-06-13-AbC.zip': the account and the day, as Instagram names its downloads.
const FILE_NAME = /^instagram-(.+)-(\d{4}-\d\d-\d\d)(?:-[^/]*)?\.zip$/i;
const HEADING = /(?:followers of|followed by)\s+@?([\w.]{1,30})\s*</i;

/** What a download says of itself: whose it is, and of which day. */
export type DownloadOf = { account: string | undefined; day: string };

/** By the name of the file, or by a heading and the time of what is in it. */
export function downloadOf(fileName: string, { text = '', time }: { text?: string; time: Date }): DownloadOf {
  const [, account, day] = FILE_NAME.exec(fileName) ?? [];
  const headed = HEADING.exec(text.slice(0, 200_000))?.[1];
  return { account: account ?? headed, day: day ?? new Intl.DateTimeFormat('sv-SE').format(time) };
}

/** Where the chosen accounts of a download are from, in words that the owner may change. */
export function downloadSource({ account, day }: DownloadOf, kinds: readonly AccountKind[]): StatedSource {
  const shownDay = day.split('-').toReversed().join('-');
  const words = account === undefined ? [] : kinds.map((kind) => FOLLOWS[kind](account));
  const which = words.length === 0 ? '' : `: ${words.join(' or ')}`;
  return { text: `Instagram’s own download of ${shownDay}${which}`, stated_on: day };
}
