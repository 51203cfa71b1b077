import { countCharacters } from '../text/characters.ts';
import { visibleLine } from '../text/visible-text.ts';

/** The blank that becomes the link by which a person stops all messages (docs/behaviour.md#the-stop-link). */
export const OPTOUT = 'optout';

/** The characters of a code; I, L, O and U are left out, because they are read wrong. */
export const CODE_LENGTH = 12;
/** Stands for a code where nobody's link is meant. */
export const SAMPLE_CODE = 'X'.repeat(CODE_LENGTH);

export const SENDER_NAME_MAX = 60;
export const TAKE_OFF_REASON_MIN = 10;
export const TAKE_OFF_REASON_MAX = 200;
/** After so many days a wish to be erased is a reminder. */
export const WISH_REMINDER_DAYS = 14;

/** How a name came on do-not-contact: by its owner, by a reply that said so, or by the stop link. */
export const DO_NOT_CONTACT_HOWS = ['hand', 'reply', 'link'] as const;
export type DoNotContactHow = (typeof DO_NOT_CONTACT_HOWS)[number];

/** The sentence that does the same on a server that people cannot reach. */
export const STOP_SENTENCE = 'Reply STOP and I will not write again';

export const NO_SENDER_NAME =
  'The stop link shows who writes. Give the name of the sender in Settings → People first.';
/** Why a running campaign is paused. */
export const NO_STOP_ADDRESS = 'The stop link cannot be opened: this server has no public address';
export const SAY_WHY = 'Say why: they asked to be left alone.';

/** The link of a person with this code. */
export function stopLink(address: string, code: string = SAMPLE_CODE): string {
  return `${address}/o/${code}`;
}

/** Why a message with the stop link cannot be sent, and what to do. */
export function unreachableText({
  address,
  readsReplies,
}: {
  address: string;
  readsReplies: boolean;
}): string {
  const instead = readsReplies
    ? ': a reply like that puts them on do-not-contact.'
    : ', and read the replies yourself.';
  return (
    `People cannot open this link. Nobody outside this computer reaches ${address}. Give the server a public ` +
    `address (PUBLIC_URL), or end your message with “${STOP_SENTENCE}”${instead}`
  );
}

/** Who asked to be left alone, or was erased, keeps their place on do-not-contact until they ask otherwise. */
export const askedThemselves = (how: DoNotContactHow | 'erased'): boolean => how !== 'hand';

/** The error of a reason for taking off somebody who asked to be left alone. */
export function takeOffReasonError(text: string): string | undefined {
  const length = countCharacters(visibleLine(text));
  if (length >= TAKE_OFF_REASON_MIN && length <= TAKE_OFF_REASON_MAX) return undefined;
  return `A reason has ${TAKE_OFF_REASON_MIN} to ${TAKE_OFF_REASON_MAX} characters`;
}
