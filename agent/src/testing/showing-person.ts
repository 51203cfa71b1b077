import type { Page } from 'puppeteer-core';
import { systemClock } from '../clock.ts';
import { describeCommand } from '../driver-trial/describe/describe-command.ts';

/** What a person does when a question stands in the page, and types at one in the terminal. */
export interface ShowingPerson {
  acts: [question: RegExp, act: (page: Page) => Promise<unknown>][];
  types: [question: RegExp, answer: string][];
}

interface Showing {
  page: Page;
  address: string;
  name: string;
  directory: string;
  person: ShowingPerson;
  /** Each line and question as it comes. */
  onLine?: (line: string) => void;
}

/** Describes a site as the command does, with a person who clicks in the page. */
export async function showSite({ page, address, name, directory, person, onLine = () => {} }: Showing) {
  let acting: Promise<unknown> = Promise.resolve();
  const failed = new AbortController();
  const described = await describeCommand({
    page,
    clock: systemClock,
    signal: failed.signal,
    address,
    directory,
    given: { name },
    say(line) {
      onLine(line);
      const act = person.acts.find(([question]) => question.test(line))?.[1];
      if (act) acting = acting.then(() => act(page)).catch((error) => failed.abort(error));
    },
    async ask(question) {
      onLine(question);
      return person.types.find(([asked]) => asked.test(question))?.[1];
    },
  });
  await acting;
  return described;
}

/** The person who shows the hard site. */
export function hardSitePerson(account: string): ShowingPerson {
  return {
    acts: [
      [
        /^Sign in/,
        (page) =>
          signIn(
            page,
            [
              ['[name=user]', account],
              ['[name=secret]', 'secret'],
            ],
            '[role=log]',
          ),
      ],
      [/lies over the page/, clickAt('[role=dialog] button')],
      [/^Click the field/, clickAt('[role=textbox]')],
      [/^Click the button that sends/, clickAt('[aria-label="Send message"]')],
      [/that you sent/, clickAt('[data-side=out] span')],
      [/that you got/, clickAt('[data-side=in] span')],
      [/somebody who does not exist/, clickAt('[role=alert]')],
    ],
    types: namesOf('anna', 'boris', 'nobody'),
  };
}

/** The person who shows the practice inbox. */
export function practicePerson(account: string): ShowingPerson {
  return {
    acts: [
      [/^Sign in/, (page) => signIn(page, [['#account-name', account]], '#messages')],
      [/^Click the field/, clickAt('#text')],
      [/^Click the button that sends/, clickAt('#send')],
      [/that you sent/, clickAt('.mine .text')],
      [/that you got/, clickAt('.theirs .text')],
      [/somebody who does not exist/, clickAt('h1')],
    ],
    types: namesOf('anna', 'boris', 'nobody'),
  };
}

/** Writes the first message of an account to anna on the practice inbox, and signs it out. */
export async function writeToAnna(page: Page, url: string, account: string): Promise<void> {
  await page.goto(`${url}/direct/anna`);
  await page.type('#account-name', account);
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  await page.type('#text', 'I am here');
  await page.click('#send');
  await page.waitForSelector('.mine');
  await page.click('.account button');
  await page.waitForSelector('#account-name');
}

function namesOf(person: string, second: string, unknown: string): ShowingPerson['types'] {
  return [
    [/^Whose thread/, person],
    [/^Another person/, second],
    [/^A name that nobody has/, unknown],
    [/^Send one test message/, 'y'],
  ];
}

async function signIn(page: Page, fields: [field: string, text: string][], thread: string): Promise<void> {
  for (const [field, text] of fields) await page.type(field, text);
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  await page.waitForSelector(thread);
  await (await page.waitForSelector('pigeonpost-question >>> button'))?.click();
}

/** Clicks where the last of these elements is, through what lies over it, as a person does. */
function clickAt(selector: string) {
  return async (page: Page) => {
    const [x, y] = await page.$$eval(selector, (elements) => {
      const box = elements.at(-1)?.getBoundingClientRect() ?? new DOMRect();
      return [box.left + Math.min(box.width / 2, 20), box.top + box.height / 2] as const;
    });
    await page.mouse.click(x, y);
  };
}
