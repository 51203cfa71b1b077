/** One's own messages to one person with one text. */
export interface Wanted {
  /** The address of the server, with a slash at its end. */
  address: string;
  token: string;
  own: string;
  person: string;
  text: string;
  /** Only more copies than these are of interest. */
  moreThan: number;
}

export interface Post {
  id: string;
  /** What was sent, without formatting; only one's own posts have it. */
  text?: string | null;
  /** As HTML. */
  content: string;
  created_at: string;
  visibility: string;
  account: { url: string };
  mentions: { url: string }[];
}

interface Sent {
  copies: number;
  /** When the last message to the person was written, whatever its text. */
  lastAt: string | undefined;
}

/**
 * Runs in the page: the messages in the server's own record; false if there are no more copies than asked for, and
 * undefined if it was not shown. The latest 500 posts are read: older ones are not counted, which can only make a later
 * count lower, and that proves nothing.
 */
export async function countCopies(wanted: Wanted): Promise<Sent | false | undefined> {
  const { address, token, own, person, text, moreThan } = wanted;
  let copies = 0;
  let lastAt: string | undefined;
  let last = '';
  for (let read = 0; read < 5; read++) {
    const from = last && `&max_id=${last}`;
    const answer = await fetch(`${address}api/v1/timelines/home?limit=100${from}`, {
      headers: { authorization: `Bearer ${token}` },
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(15_000),
    }).catch(() => undefined);
    if (answer?.status !== 200) return undefined;
    const posts: Post[] | undefined = await answer.json().catch(() => undefined);
    if (!posts) return undefined;
    const toPerson = posts.filter(
      ({ account, visibility, mentions }) =>
        account.url === own &&
        ['private', 'direct'].includes(visibility) &&
        mentions.length === 1 &&
        mentions[0]?.url === person,
    );
    copies += toPerson.filter(({ text: written }) => written === text).length;
    lastAt ??= toPerson[0]?.created_at;
    const oldest = posts.at(-1)?.id;
    if (oldest === undefined || oldest === last) break;
    last = oldest;
  }
  return copies > moreThan && { copies, lastAt };
}
