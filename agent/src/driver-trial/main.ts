import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'puppeteer-core';
import { systemClock } from '../clock.ts';
import { loadConfig } from '../config.ts';
import { askHidden } from '../connection/ask-token.ts';
import type { Credentials, SiteDriver } from '../drivers/driver.ts';
import { sendOnce } from '../drivers/send-once.ts';
import { printable } from '../printable.ts';
import { checkDriver } from './conformance.ts';
import { startFaultyNetwork } from './faulty-network.ts';
import { createDriverFile, findDriver } from './find-driver.ts';
import { startTrialBrowser } from './trial-browser.ts';

const USAGE = `Tries a site driver in a real Firefox, without a server (docs/site-drivers.md#trying-it).

  npm run driver -- new    NAME
  npm run driver -- open   DRIVER --profile FOLDER --person NAME [--message TEXT]
  npm run driver -- send   DRIVER --profile FOLDER --person NAME --message TEXT
  npm run driver -- unread DRIVER --profile FOLDER
  npm run driver -- check  DRIVER --profile FOLDER --person NAME --unknown NAME

DRIVER is a file, or its name in the agent's folder "drivers", or practice (with PRACTICE_URL).
check sends messages to --person: use an account of your own. --unknown is a name that nobody has.
  --show          shows Firefox at work, and waits for Enter before each step
  --username NAME what signIn answers, with a password that is asked for when it is needed`;

const OPTIONS = {
  profile: { type: 'string' },
  person: { type: 'string' },
  unknown: { type: 'string' },
  message: { type: 'string' },
  username: { type: 'string' },
  show: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parse>['values'];

interface Command {
  driver: SiteDriver;
  values: Values;
  signIn: () => Promise<Credentials | undefined>;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(printable((error as Error).message));
  process.exitCode = 1;
}

async function main(): Promise<boolean> {
  const { positionals, values } = parse();
  const [command, name] = positionals;
  if (command === undefined || name === undefined) {
    console.log(USAGE);
    return command === undefined;
  }
  const { directory, practiceUrl } = loadConfig();
  if (command === 'new') {
    console.log(`Made ${await createDriverFile(directory, name)}: fill in its functions.`);
    return true;
  }
  const run = { open, send, unread, check }[command];
  if (!run) throw new Error(`There is no command "${command}". Without any it says what there is.`);
  const driver = await findDriver(name, { directory, practiceUrl });
  return run({ driver, values, signIn: () => askSignIn(values.username) });
}

function parse() {
  return parseArgs({ options: OPTIONS, allowPositionals: true });
}

async function open({ driver, values, signIn }: Command): Promise<boolean> {
  const person = required(values, 'person');
  const request = { person, message: values.message ?? '', isAfterClick: false, signIn };
  return inTab(values, async (page) => {
    await onEnter(values, 'openThread comes next');
    const opened = await timed('openThread', () => driver.openThread(page, request));
    console.log(opened);
    return opened.state === 'open';
  });
}

async function send({ driver, values, signIn }: Command): Promise<boolean> {
  const person = required(values, 'person');
  const message = required(values, 'message');
  return inTab(values, async (page) => {
    await onEnter(values, 'openThread comes next');
    const request = { person, message, isAfterClick: false, signIn };
    const opened = await timed('openThread', () => driver.openThread(page, request));
    console.log(opened);
    if (opened.state !== 'open') return false;
    await onEnter(values, 'send comes next');
    const said = await timed('send, with the time of your answer', () =>
      sendOnce({
        driver,
        page,
        person,
        message,
        beforeClick: () => agrees(`The message to ${person} stands in the composer. Send it now? [y/N] `),
        onError: (error) => console.error(error),
      }),
    );
    console.log(said);
    return said.outcome === 'sent';
  });
}

async function unread({ driver, values, signIn }: Command): Promise<boolean> {
  const { countUnread } = driver;
  if (!countUnread) throw new Error(`The site driver "${driver.name}" does not count unread messages.`);
  return inTab(values, async (page) => {
    await onEnter(values, 'countUnread comes next');
    const count = await timed('countUnread', () => countUnread.call(driver, page, { signIn }));
    console.log(`${count} unread`);
    return true;
  });
}

/** Runs a job in a tab, which somebody who looks on sees until they have seen enough. */
async function inTab(values: Values, job: (page: Page) => Promise<boolean>): Promise<boolean> {
  await using trial = await startTimed(values);
  return trial.browser.work(async (page) => {
    const isGood = await job(page);
    await onEnter(values, 'Firefox closes next');
    return isGood;
  });
}

async function check({ driver, values, signIn }: Command): Promise<boolean> {
  const person = required(values, 'person');
  const unknown = required(values, 'unknown');
  await using network = await startFaultyNetwork(systemClock);
  await using trial = await startTimed(values, network.port);
  const mark = randomUUID().slice(0, 8);
  const inTab = trial.browser.work;
  const options = { driver, person, unknown, mark, network, clock: systemClock, signIn, inTab };
  const isGood = await checkDriver(options, ({ title, seconds, failure }) => {
    console.log(`${failure === undefined ? 'ok  ' : 'FAIL'}  ${title} (${seconds.toFixed(1)} s)`);
    if (failure !== undefined) console.log(`      ${printable(failure)}`);
  });
  console.log(isGood ? 'The driver passes.' : 'The driver does not pass.');
  return isGood;
}

function startTimed(values: Values, proxyPort?: number) {
  const profilePath = required(values, 'profile');
  const options = { profilePath, show: values.show, env: loadConfig().env };
  return timed('start of Firefox', () =>
    startTrialBrowser(proxyPort === undefined ? options : { ...options, proxyPort }),
  );
}

function required(values: Values, name: 'profile' | 'person' | 'unknown' | 'message'): string {
  const value = values[name];
  if (value === undefined)
    throw new Error(`--${name} is missing. Without any command it says what there is.`);
  return value;
}

async function timed<T>(what: string, job: () => Promise<T>): Promise<T> {
  const begun = systemClock.monotonic();
  try {
    return await job();
  } finally {
    console.log(`${((systemClock.monotonic() - begun) / 1000).toFixed(2)} s  ${what}`);
  }
}

/** Somebody who looks on goes from step to step. */
async function onEnter({ show }: Values, what: string): Promise<void> {
  if (show && process.stdin.isTTY) await ask(`${what}: press Enter. `);
}

async function agrees(question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(question)).trim());
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

async function askSignIn(insta_username: string | undefined): Promise<Credentials | undefined> {
  if (insta_username === undefined) return undefined;
  const question = `The site asks ${insta_username} to sign in. Password (it stays hidden): `;
  const insta_password = await askHidden(question, new AbortController().signal);
  return { insta_username, insta_password: insta_password ?? '' };
}
