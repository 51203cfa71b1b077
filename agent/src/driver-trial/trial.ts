import type { Page } from 'puppeteer-core';
import type { Clock } from '../clock.ts';
import type { Credentials, OpenedThread, SiteDriver } from '../drivers/driver.ts';
import type { FaultyNetwork } from './faulty-network.ts';

/** The account and the two names that a driver is tried with. */
export interface Trial {
  driver: SiteDriver;
  /** A person who agreed to get the messages. */
  person: string;
  /** A name that does not exist. */
  unknown: string;
  /** Makes the texts of this trial unique. */
  mark: string;
  network: Omit<FaultyNetwork, 'port' | typeof Symbol.asyncDispose>;
  clock: Clock;
  signIn: () => Promise<Credentials | undefined>;
  /** Runs a job in its own tab. */
  inTab<T>(job: (page: Page) => Promise<T>): Promise<T>;
  /** Lets the person write this to the account; false if they do not. */
  writeBack?(text: string): Promise<boolean>;
}

/** A title, and what throws a `Failure` or a `Skipped`. */
export interface Case {
  title: string;
  run: (trial: Trial) => Promise<void>;
}

/** Opens the thread like the agent. */
export function open(
  { driver, inTab, signIn }: Trial,
  person: string,
  message: string,
  isAfterClick = false,
): Promise<OpenedThread> {
  return inTab((page) => driver.openThread(page, { person, message, isAfterClick, signIn }));
}

/** A text of this trial alone. */
export function text({ mark }: Trial, name: string): string {
  return `Trial ${mark}: ${name} 🕊️\n"quoted" & <plain>`;
}

/** The difference between the driver's behaviour and the required one. */
export class Failure extends Error {}

/** Throws a `Failure` unless it holds. */
export function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new Failure(otherwise);
}

/** The reason why a case says nothing of this driver. */
export class Skipped extends Error {}
