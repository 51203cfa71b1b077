import { settlesWithin } from '../clock.ts';
import type { ReadReplies, Reply } from '../drivers/driver.ts';
import { type Case, expect, open, Skipped, type Trial } from './trial.ts';

const MOST = 500;
const READ_LIMIT_MS = 5 * 60_000;
/** The site's clock may be behind this machine's. */
const SKEW_MS = 60_000;

/** What the first case read. */
interface Heard {
  reply: Reply;
  all: readonly Reply[];
  /** Before it was read. */
  unread: number | undefined;
}

/**
 * Replies (docs/site-drivers.md#replies), after all other cases: some of the account's own messages are in the thread
 * then, and none comes after the reply. `begun` is when the check began.
 */
export function replyCases(begun: Date): Case[] {
  const since = new Date(begun.getTime() - SKEW_MS);
  let isWritten = false;
  let heard: Heard | undefined;
  const requireHeard = () => {
    if (!heard) throw new Skipped('No reply was read.');
    return heard;
  };
  return [
    {
      title: 'a reply is read',
      async run(trial) {
        if (!trial.driver.readReplies && !(await readThread(trial)))
          throw new Skipped('The driver does not read replies.');
        isWritten = (await trial.writeBack?.(replyText(trial))) ?? false;
        if (!isWritten) throw new Skipped('Nobody wrote a reply.');
        if (!trial.driver.readReplies) throw new Skipped('The driver hears replies at the thread alone.');
        const unread = await countUnread(trial);
        const { replies: all } = await read(trial, since);
        const reply = all.find(({ text }) => text.includes(replyMark(trial)));
        if (reply) heard = { reply, all, unread };
        expect(reply !== undefined, `readReplies gave ${all.length} replies, and not this one.`);
      },
    },
    {
      title: 'a reply has its person and its text',
      async run(trial) {
        const { person, text } = requireHeard().reply;
        const people = [person].flat();
        expect(people.includes(trial.person), `It is of ${people.join(' or ')}, not of ${trial.person}.`);
        expect(text.trim() === replyText(trial), `Its text is "${text}".`);
      },
    },
    {
      title: "the account's own messages are no replies",
      async run({ mark }) {
        const own = requireHeard().all.filter(({ text }) => text.includes(`Trial ${mark}:`));
        expect(own.length === 0, `${own.length} of them were read as replies.`);
      },
    },
    {
      title: 'what was read already is not read again',
      async run(trial) {
        const { reply } = requireHeard();
        const { replies } = await read(trial, reply.at);
        expect(!replies.some((one) => isEqual(one, reply)), 'A reply of the moment itself was read.');
      },
    },
    {
      title: 'a second reading gives the same replies',
      async run(trial) {
        const { all } = requireHeard();
        const { replies } = await read(trial, since);
        const isRepeated = all.every((one) => replies.some((other) => isEqual(one, other)));
        expect(isRepeated, 'Its replies have other times, texts or ids.');
      },
    },
    {
      title: 'nothing becomes read by reading replies',
      async run(trial) {
        const { unread } = requireHeard();
        if (unread === undefined) throw new Skipped('The driver does not count unread messages.');
        const after = await countUnread(trial);
        expect(after === unread, `${unread} threads were unread before, and ${after} after it.`);
      },
    },
    {
      title: 'replies that do not load are not taken for none',
      async run(trial) {
        requireHeard();
        trial.network.cut();
        const answer = await read(trial, since).catch(() => undefined);
        expect(!answer, `Without a connection readReplies gave ${answer?.replies.length} replies.`);
      },
    },
    {
      title: 'the thread says what the person replied',
      async run(trial) {
        if (!isWritten) throw new Skipped('Nobody wrote a reply.');
        const replies = await readThread(trial);
        if (!replies) throw new Skipped('The driver hears no replies at the thread.');
        const isThere = replies.some(({ text }) => text.trim() === replyText(trial));
        expect(isThere, 'It is not among the replies of openThread.');
      },
    },
  ];
}

function replyMark({ mark }: Trial): string {
  return `Reply ${mark}`;
}

function replyText(trial: Trial): string {
  return `${replyMark(trial)}: yes please`;
}

async function readThread(trial: Trial): Promise<Reply[] | undefined> {
  const opened = await open(trial, trial.person, replyText(trial));
  return opened.state === 'open' ? opened.replies : undefined;
}

function countUnread({ driver, inTab, signIn }: Trial): Promise<number | undefined> {
  return inTab((page) => driver.countUnread?.(page, { signIn }) ?? Promise.resolve(undefined));
}

async function read({ driver, inTab, signIn, clock }: Trial, since: Date): Promise<ReadReplies> {
  return inTab(async (page) => {
    const reading = driver.readReplies?.(page, { since, most: MOST, signIn });
    if (!reading) throw new Skipped('The driver does not read replies.');
    const isInTime = await settlesWithin(clock, READ_LIMIT_MS, reading);
    expect(isInTime, 'readReplies did not come to an end within 5 minutes.');
    return reading;
  });
}

function isEqual(one: Reply, other: Reply): boolean {
  return one.siteId === other.siteId && one.text === other.text && one.at.getTime() === other.at.getTime();
}
