import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { systemClock } from '../clock.ts';
import { loadConfig } from '../config.ts';
import type { Credentials } from '../drivers/driver.ts';
import { printable } from '../printable.ts';
import { checkDriver } from './conformance.ts';
import { createDriverFile } from './create-driver-file.ts';
import { type Described, describeCommand } from './describe/describe-command.ts';
import { agrees, type Command, isYes, parseCommand, required, startTimed } from './driver-command.ts';
import { startFaultyNetwork } from './faulty-network.ts';
import { findDriver } from './find-driver.ts';
import { prepareProfile } from './prepare-profile.ts';
import { openQuestions, type Questions } from './questions.ts';
import { open, replies, send, unread } from './try-functions.ts';

const USAGE = `Tries a site driver in a real Firefox, without a server (docs/site-drivers.md#trying-it).

  npm run driver -- new    NAME
  npm run driver -- profile FOLDER [ADDRESS]
  npm run driver -- open   DRIVER --profile FOLDER --person NAME [--message TEXT]
  npm run driver -- send   DRIVER --profile FOLDER --person NAME --message TEXT
  npm run driver -- unread DRIVER --profile FOLDER
  npm run driver -- replies DRIVER --profile FOLDER
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
  const { positionals, values } = parseCommand(program.words);
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
  const run = { open, send, unread, replies, check }[command];
  if (!run) throw new Error(`There is no command "${command}". Without one it lists all.`);
  const driver = await findDriver(name, { directory, practiceUrl });
  return run({ driver, values, questions, stop: signal, signIn });
}

async function check(command: Command): Promise<boolean> {
  const { driver, values, signIn } = command;
  const person = required(values, 'person');
  const unknown = required(values, 'unknown');
  await using network = await startFaultyNetwork(systemClock);
  await using trial = await startTimed(command, network.port);
  const mark = randomUUID().slice(0, 8);
  const inTab = trial.browser.work;
  const writeBack = async (text: string) => {
    const question = `As ${person}, write this to the account now: ${text}\nIs it there? [y/N] `;
    return isYes(await command.questions.ask(question));
  };
  const options = { driver, person, unknown, mark, network, clock: systemClock, signIn, inTab, writeBack };
  const isGood = await checkDriver(options, ({ title, seconds, failure, skipped }) => {
    const state = failure !== undefined ? 'FAIL' : skipped !== undefined ? 'skip' : 'ok  ';
    console.log(`${state}  ${title} (${seconds.toFixed(1)} s)`);
    const reason = failure ?? skipped;
    if (reason !== undefined) console.log(`      ${printable(reason)}`);
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
