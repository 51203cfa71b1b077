import type { Page, TimeoutError } from 'puppeteer-core';

/**
 * The export `createDriver` of a driver file. It gets everything that it needs, so that it imports nothing at run time.
 */
export type CreateDriver<Settings = unknown> = (
  options: DriverOptions<Settings>,
) => SiteDriver | Promise<SiteDriver>;

export interface DriverOptions<Settings = unknown> {
  /** The error that puppeteer's waits throw on a timeout. */
  TimeoutError: typeof TimeoutError;
  /** The content of the JSON file beside the driver, checked by the driver's `settingsSchema` if it exports one. */
  settings: Settings;
}

/**
 * All knowledge of a site: functions over a browser tab of their own, which may show any page at first; `send` gets the
 * tab as `openThread` left it. A driver that cannot do its task throws an error with a sentence for people.
 * `docs/site-drivers.md` says how to write one.
 */
export interface SiteDriver {
  /** The name that the agent reports and people see. */
  name: string;
  /** The address that opens in a window for a person. */
  home?: string;
  /** Shows the thread with a person. Nothing is sent yet, so a throw counts as failed and is tried again. */
  openThread(page: Page, request: ThreadRequest): Promise<OpenedThread>;
  /** Sends one message in the shown thread. Presses Send at most once, whatever happens. */
  send(page: Page, message: OutgoingMessage): Promise<SendOutcome>;
  /** The number of threads of the signed-in account with unread messages. Left out if the driver cannot count them. */
  countUnread?(page: Page, request: SignInRequest): Promise<number>;
}

export interface Credentials {
  insta_username: string;
  insta_password: string;
}

export interface SignInRequest {
  /** Called only when the site shows its sign-in page; undefined if nothing is stored. */
  signIn(): Promise<Credentials | undefined>;
}

export interface ThreadRequest extends SignInRequest {
  person: string;
  /** The message that will be sent, to be counted in the thread. */
  message: string;
  /**
   * The thread is read because the outcome of the click is unknown. Only a message that certainly went out is a copy.
   */
  isAfterClick: boolean;
}

/**
 * `not_found`, `blocked` and `signed_out` must be stated by the site, never guessed from a page that did not load. A
 * name that is impossible on the site is `not_found` too, with the reason. `unreachable`: the site answers no request
 * at this moment, so the try is not counted. `copies` is the number of the account's own messages in the thread with
 * exactly this text. After a crash around the click it is counted again: more copies than before mean
 * sent; no more copies prove nothing, because the message may still be on its way.
 */
export type OpenedThread =
  | { state: 'open'; copies: number }
  | { state: 'not_found'; reason?: string }
  | { state: 'blocked'; reason: string }
  | { state: 'signed_out'; reason: string }
  | { state: 'unreachable'; reason: string };

export interface OutgoingMessage {
  /** The person of the shown thread. */
  person: string;
  message: string;
  /**
   * Await it when the message is in the composer and the next step is the press. If it gives false (no grant any more)
   * or throws, do not press.
   */
  beforeClick(): Promise<boolean>;
}

/**
 * `failed` and `not_found` mean that certainly nothing was sent; if that is not certain, use `unknown`. `not_found`:
 * the site said only on sending that the person does not exist.
 */
export type SendOutcome =
  | { outcome: 'sent' }
  | { outcome: 'not_found'; reason?: string }
  | { outcome: 'failed' | 'unknown'; reason: string; blocked?: true; signed_out?: true };
