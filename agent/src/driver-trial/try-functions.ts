import { systemClock } from '../clock.ts';
import { sendOnce } from '../drivers/send-once.ts';
import { printable } from '../printable.ts';
import { agrees, type Command, inTab, onEnter, required, timed } from './driver-command.ts';

const REPLIES_OF_MS = 30 * 86_400_000;
const REPLIES_MOST = 500;

/** Opens the thread with a person. */
export async function open(command: Command): Promise<boolean> {
  const { driver, values, signIn } = command;
  const person = required(values, 'person');
  const request = { person, message: values.message ?? '', isAfterClick: false, signIn };
  return inTab(command, async (page) => {
    await onEnter(command, 'openThread comes next');
    const opened = await timed('openThread', () => driver.openThread(page, request));
    console.log(opened);
    return opened.state === 'open';
  });
}

/** Opens the thread with a person, and sends once they agree. */
export async function send(command: Command): Promise<boolean> {
  const { driver, values, signIn } = command;
  const person = required(values, 'person');
  const message = required(values, 'message');
  return inTab(command, async (page) => {
    await onEnter(command, 'openThread comes next');
    const request = { person, message, isAfterClick: false, signIn };
    const opened = await timed('openThread', () => driver.openThread(page, request));
    console.log(opened);
    if (opened.state !== 'open') return false;
    await onEnter(command, 'send comes next');
    const said = await timed('send, with the time of your answer', () =>
      sendOnce({
        driver,
        page,
        person,
        message,
        beforeClick: () =>
          agrees(command, `The message to ${person} stands in the composer. Send it now? [y/N] `),
        onError: (error) => console.error(error),
      }),
    );
    console.log(said);
    return said.outcome === 'sent';
  });
}

/** Counts the unread threads. */
export async function unread(command: Command): Promise<boolean> {
  const { driver, signIn } = command;
  const { countUnread } = driver;
  if (!countUnread) throw new Error(`The site driver "${driver.name}" does not count unread messages.`);
  return inTab(command, async (page) => {
    await onEnter(command, 'countUnread comes next');
    const count = await timed('countUnread', () => countUnread.call(driver, page, { signIn }));
    console.log(`${count} unread`);
    return true;
  });
}

/** Reads what people wrote. */
export async function replies(command: Command): Promise<boolean> {
  const { driver, signIn } = command;
  const { readReplies } = driver;
  if (!readReplies) throw new Error(`The site driver "${driver.name}" does not read replies.`);
  return inTab(command, async (page) => {
    await onEnter(command, 'readReplies comes next');
    const request = {
      since: new Date(systemClock.now().getTime() - REPLIES_OF_MS),
      most: REPLIES_MOST,
      signIn,
    };
    const read = await timed('readReplies', () => readReplies.call(driver, page, request));
    for (const { person, at, text } of read.replies)
      console.log(printable(`${at.toISOString()}  ${[person].flat().join(' or ')}: ${text}`));
    console.log(`${read.replies.length} replies, read to ${read.readTo.toISOString()}`);
    return true;
  });
}
