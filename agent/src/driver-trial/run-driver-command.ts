import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'puppeteer-core';
import { systemClock } from '../clock.ts';
import { loadConfig } from '../config.ts';
import type { Credentials, SiteDriver } from '../drivers/driver.ts';
import { sendOnce } from '../drivers/send-once.ts';
import { printable } from '../printable.ts';
import { checkDriver } from './conformance.ts';
import { createDriverFile } from './create-driver-file.ts';
import { type Described, describeCommand } from './describe/describe-command.ts';
import { startFaultyNetwork } from './faulty-network.ts';
import { findDriver } from './find-driver.ts';
import { prepareProfile } from './prepare-profile.ts';
import { openQuestions, type Questions } from './questions.ts';
import { startTrialBrowser } from './trial-browser.ts';

const USAGE = `Tries a site driver in a real Firefox, without a server (docs/site-drivers.md#trying-it).

  npm run driver -- new    NAME
  npm run driver -- profile FOLDER [ADDRESS]
  npm run driver -- open   DRIVER --profile FOLDER --person NAME [--message TEXT]
  npm run driver -- send   DRIVER --profile FOLDER --person NAME --message TEXT
  npm run driver -- unread DRIVER --profile FOLDER
  npm run driver -- check  DRIVER --profile FOLDER --person NAME --unknown NAME
  npm run driver -- describe ADDRESS --profile FOLDER [--name SITE] [--person NAME] [--second NAME] [--unknown NAME]

profile opens a Firefox profile of its own, made if there is none: sign in there, and close the window.
describe writes sites/SITE.json: it opens the thread at ADDRESS, and asks you to click its parts. --person is whose
thread that is, an account of your own; --second is another person with a thread.
DRIVER is a file, or its name in the agent's folder "drivers", or practice (with PRACTICE_URL).
check sends messages to --person: use an account of your own. --unknown is a name that nobody has.
  --show          shows Firefox at work, and waits for Enter before each step
  --username NAME what signIn answers, with a password that is asked for when it is needed, or that is the first
                  line of what is piped in. A second line "y" then answers whether to send.`;

const OPTIONS = {
  profile: { type: 'string' },
  person: { type: 'string' },
  unknown: { type: 'string' },
  second: { type: 'string' },
  name: { type: 'string' },
  message: { type: 'string' },
  username: { type: 'string' },
  show: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parse>['values'];

interface Command {
  driver: SiteDriver;
  values: Values;
  questions: Questions;
  /** Aborted when the command must end: Firefox is closed then, and temporary files are removed. */
  stop: AbortSignal;
  signIn: () => Promise<Credentials | undefined>;
}

interface Program {
  /** What stands after the command. */
  words: string[];
  /** How a person starts this command, for what it says. */
  command: string;
}

/** Runs a command of the driver kit; then the process ends (docs/site-drivers.md#trying-it). */
export async function runDriverCommand(program: Program): Promise<never> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // A second one ends the process at once.
    process.once(signal, () => stop.abort(new Error('Ended before it was done.')));
  }
  // Drivers are written by others, and may leave a promise or a timer behind.
  let isLeftBehind = false;
  process.on('unhandledRejection', (error) => {
    isLeftBehind = true;
    console.error(printable(`The driver did not await a promise that failed: ${error}`));
  });
  process.on('uncaughtException', (error) => {
    stop.abort(new Error(`The driver did not handle an error: ${error}`));
  });
  try {
    process.exitCode = (await runCommand(program, stop.signal)) && !isLeftBehind ? 0 : 1;
  } catch (error) {
    const reason = stop.signal.aborted ? stop.signal.reason : error;
    console.error(printable((reason as Error).message));
    process.exitCode = 1;
  }
  // A promise of the driver must not keep the command from ending.
  process.exit();
}

async function runCommand(program: Program, signal: AbortSignal): Promise<boolean> {
  const { positionals, values } = parse(program.words);
  const [command, name, address] = positionals;
  if (command === undefined || name === undefined) {
    console.log(USAGE.replaceAll('npm run driver --', program.command));
    return command === undefined;
  }
  const { directory, practiceUrl, env } = loadConfig();
  if (command === 'profile') {
    await prepareProfile({ profilePath: resolve(name), address, env, signal, say: console.log });
    return true;
  }
  if (command === 'new') {
    console.log(
      `Made ${await createDriverFile(directory, name)}: put in your site's addresses and selectors.`,
    );
    return true;
  }
  const { username } = values;
  const questions = openQuestions({ startsWithPassword: username !== undefined, signal });
  const signIn = () => askSignIn(questions, username);
  if (command === 'describe') return describe(name, { values, questions, stop: signal, signIn });
  const run = { open, send, unread, check }[command];
  if (!run) throw new Error(`There is no command "${command}". Without one it lists all.`);
  const driver = await findDriver(name, { directory, practiceUrl });
  return run({ driver, values, questions, stop: signal, signIn });
}

function parse(args: string[]) {
  return parseArgs({ args, options: OPTIONS, allowPositionals: true });
}

async function open(command: Command): Promise<boolean> {
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

async function send(command: Command): Promise<boolean> {
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

async function unread(command: Command): Promise<boolean> {
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

/** Runs a job in a tab. With --show the tab stays until the person has seen it. */
async function inTab(command: Command, job: (page: Page) => Promise<boolean>): Promise<boolean> {
  await using trial = await startTimed(command);
  return await trial.browser.work(async (page) => {
    const isGood = await job(page);
    await onEnter(command, 'Firefox closes next');
    return isGood;
  });
}

async function check(command: Command): Promise<boolean> {
  const { driver, values, signIn } = command;
  const person = required(values, 'person');
  const unknown = required(values, 'unknown');
  await using network = await startFaultyNetwork(systemClock);
  await using trial = await startTimed(command, network.port);
  const mark = randomUUID().slice(0, 8);
  const inTab = trial.browser.work;
  const options = { driver, person, unknown, mark, network, clock: systemClock, signIn, inTab };
  const isGood = await checkDriver(options, ({ title, seconds, failure }) => {
    console.log(`${failure === undefined ? 'ok  ' : 'FAIL'}  ${title} (${seconds.toFixed(1)} s)`);
    if (failure !== undefined) console.log(`      ${printable(failure)}`);
  });
  command.stop.throwIfAborted();
  console.log(isGood ? 'The driver passes.' : 'The driver does not pass.');
  return isGood;
}

/** Describes a site with a person at a visible Firefox, then checks the description. */
async function describe(address: string, command: Omit<Command, 'driver'>): Promise<boolean> {
  const { values, stop: signal } = command;
  const { directory, practiceUrl } = loadConfig();
  const described = await describeInFirefox(address, { ...command, directory });
  if (!described) return false;
  const { name, person, unknown } = described;
  const question = `Check it now? That sends up to seven messages to ${person}. [y/N] `;
  if (!(await agrees(command, question))) {
    console.log(
      `To check it later: npm run driver -- check ${name} --profile ${values.profile} --person ${person} --unknown ${unknown}`,
    );
    return true;
  }
  signal.throwIfAborted();
  const driver = await findDriver(name, { directory, practiceUrl });
  return check({ ...command, driver, values: { ...values, person, unknown } });
}

async function describeInFirefox(
  address: string,
  { values, questions, stop: signal, directory }: Omit<Command, 'driver'> & { directory: string },
): Promise<Described | undefined> {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw new Error(`"${address}" is not the address of a thread: it begins with https:// or http://.`);
  }
  await using trial = await startTimed({ values: { ...values, show: true }, stop: signal });
  return await trial.browser.work((page) =>
    describeCommand({
      page,
      clock: systemClock,
      signal,
      address,
      directory,
      given: values,
      say: (line) => console.log(printable(line)),
      ask: (question) => questions.ask(question),
    }),
  );
}

function startTimed({ values, stop: signal }: Pick<Command, 'values' | 'stop'>, proxyPort?: number) {
  const profilePath = resolve(required(values, 'profile'));
  const options = { profilePath, show: values.show, env: loadConfig().env, signal };
  return timed('start of Firefox', () =>
    startTrialBrowser(proxyPort === undefined ? options : { ...options, proxyPort }),
  );
}

function required(values: Values, name: 'profile' | 'person' | 'unknown' | 'message'): string {
  const value = values[name];
  if (value === undefined) throw new Error(`--${name} is missing. Without a command it lists all.`);
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

/** With --show each step waits for the person. */
async function onEnter({ values, questions }: Command, what: string): Promise<void> {
  if (values.show && questions.isTerminal) await questions.ask(`${what}: press Enter. `);
}

async function agrees({ questions }: Pick<Command, 'questions'>, question: string): Promise<boolean> {
  const answer = await questions.ask(question);
  if (answer === undefined) console.log('Nobody answered, so nothing is sent.');
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

async function askSignIn(
  questions: Questions,
  insta_username: string | undefined,
): Promise<Credentials | undefined> {
  if (insta_username === undefined) return undefined;
  const question = `The site asks ${insta_username} to sign in. Password (it stays hidden): `;
  const insta_password = await questions.password(question);
  if (!insta_password) {
    console.error('No password was typed, and none is piped in: signing in is tried without one.');
  }
  return { insta_username, insta_password: insta_password ?? '' };
}
