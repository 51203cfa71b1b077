import { randomUUID } from 'node:crypto';
import { compose } from '../../drivers/described/compose.ts';
import type { Asking } from './ask-person.ts';
import { describeSite, type Given, type ShownSite } from './describe-site.ts';
import { findersIn } from './page-finders.ts';
import { type SendingMarks, watchSending } from './sending-marks.ts';
import { toDescription, writeDescription } from './write-description.ts';

interface DescribeCommand extends Asking {
  address: string;
  /** The agent's own folder. */
  directory: string;
  given: Given & { name?: string | undefined };
}

/** The site that was described, and the two names to check it with. */
export interface Described {
  name: string;
  person: string;
  unknown: string;
}

/**
 * Describes a site with a person, writes `sites/NAME.json` and, if the person agrees, sends one message to see its
 * marks. Undefined if the file was to be kept as it was.
 */
export async function describeCommand(command: DescribeCommand): Promise<Described | undefined> {
  const { address, directory, given, say } = command;
  const name = given.name ?? nameOf(address);
  const shown = await describeSite(command);
  const path = await save(command, toDescription(name, shown, undefined));
  if (path === undefined) return undefined;
  say(`Written: ${path}`);
  const { person, unknown } = shown;
  const question = `Send one test message to ${person} now, to see how the site marks it? [y/N] `;
  if (await agrees(command, question)) {
    const marks = await sendTest(command, shown);
    await writeDescription(directory, toDescription(name, shown, marks), { isReplaced: true });
  }
  return { name, person, unknown };
}

function nameOf(address: string): string {
  const { hostname } = new URL(address);
  return hostname
    .replace(/^www\./, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
}

async function save(
  command: DescribeCommand,
  description: ReturnType<typeof toDescription>,
): Promise<string | undefined> {
  const { directory } = command;
  const path = await writeDescription(directory, description, { isReplaced: false });
  if (path !== undefined) return path;
  const question = `There is a description "${description.name}" already. Replace it? [y/N] `;
  if (!(await agrees(command, question))) return undefined;
  return writeDescription(directory, description, { isReplaced: true });
}

async function sendTest(command: DescribeCommand, shown: ShownSite): Promise<SendingMarks | undefined> {
  const { page, clock, say } = command;
  const message = `Pigeonpost tries this site: ${randomUUID().slice(0, 8)}`;
  const field = await page.$(shown.field[0] as string);
  if (!field || !(await compose({ page, field, takes: shown.takes, text: message }))) {
    throw new Error('The field did not take the test message, so nothing was sent.');
  }
  const [list, own] = [shown.messages.list[0] as string, shown.messages.own[0] as string];
  const press = () => (shown.button ? page.click(shown.button[0] as string) : page.keyboard.press('Enter'));
  const finders = await findersIn(page, [shown.person]);
  const marks = await watchSending(page, finders, { clock, press, list, own, message });
  if (!marks) say('The test message did not appear among your messages: look into the thread.');
  else say(`On its way: ${marks.pending ?? 'not marked'} · sent: ${marks.sent ?? 'not marked'}`);
  return marks;
}

async function agrees({ ask }: Asking, question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(question))?.trim() ?? '');
}
