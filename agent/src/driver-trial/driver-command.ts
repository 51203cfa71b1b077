import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'puppeteer-core';
import { systemClock } from '../clock.ts';
import { loadConfig } from '../config.ts';
import type { Credentials, SiteDriver } from '../drivers/driver.ts';
import type { Questions } from './questions.ts';
import { startTrialBrowser } from './trial-browser.ts';

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

export type Values = ReturnType<typeof parseCommand>['values'];

/** A command with its driver. */
export interface Command {
  driver: SiteDriver;
  values: Values;
  questions: Questions;
  /** Aborted when the command must end: Firefox is closed then, and temporary files are removed. */
  stop: AbortSignal;
  signIn: () => Promise<Credentials | undefined>;
}

/** The words and options of a command line. */
export function parseCommand(args: string[]) {
  return parseArgs({ args, options: OPTIONS, allowPositionals: true });
}

/** Runs a job in a tab. With --show the tab stays until the person has seen it. */
export async function inTab(command: Command, job: (page: Page) => Promise<boolean>): Promise<boolean> {
  await using trial = await startTimed(command);
  return await trial.browser.work(async (page) => {
    const isGood = await job(page);
    await onEnter(command, 'Firefox closes next');
    return isGood;
  });
}

/** Starts Firefox with the profile of the command. */
export function startTimed({ values, stop: signal }: Pick<Command, 'values' | 'stop'>, proxyPort?: number) {
  const profilePath = resolve(required(values, 'profile'));
  const options = { profilePath, show: values.show, env: loadConfig().env, signal };
  return timed('start of Firefox', () =>
    startTrialBrowser(proxyPort === undefined ? options : { ...options, proxyPort }),
  );
}

/** An option that the command needs. */
export function required(values: Values, name: 'profile' | 'person' | 'unknown' | 'message'): string {
  const value = values[name];
  if (value === undefined) throw new Error(`--${name} is missing. Without a command it lists all.`);
  return value;
}

/** Runs a job and says how long it took. */
export async function timed<T>(what: string, job: () => Promise<T>): Promise<T> {
  const begun = systemClock.monotonic();
  try {
    return await job();
  } finally {
    console.log(`${((systemClock.monotonic() - begun) / 1000).toFixed(2)} s  ${what}`);
  }
}

/** With --show each step waits for the person. */
export async function onEnter({ values, questions }: Command, what: string): Promise<void> {
  if (values.show && questions.isTerminal) await questions.ask(`${what}: press Enter. `);
}

/** Asks whether to send; no answer is no. */
export async function agrees({ questions }: Pick<Command, 'questions'>, question: string): Promise<boolean> {
  const answer = await questions.ask(question);
  if (answer === undefined) console.log('Nobody answered, so nothing is sent.');
  return isYes(answer);
}

/** Whether an answer agrees. */
export function isYes(answer: string | undefined): boolean {
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}
