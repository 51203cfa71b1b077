import type { Page, TimeoutError } from 'puppeteer-core';

/** What a driver file exports as `createDriver`: it gets all it needs, so that it imports nothing at run time. */
export type CreateDriver<Settings = unknown> = (
  options: DriverOptions<Settings>,
) => SiteDriver | Promise<SiteDriver>;

export interface DriverOptions<Settings = unknown> {
  /** What puppeteer's waits throw when they last too long. */
  TimeoutError: typeof TimeoutError;
  /** What stands in the JSON file beside the driver, checked by the driver's `settingsSchema` where it exports one. */
  settings: Settings;
}

/**
 * What knows a site: functions over a browser tab of their own, which may show anything at first;
 * `send` gets the tab as `openThread` left it. A driver that cannot do what it is asked throws an error
 * with a sentence for people.
 * `docs/site-drivers.md` says how to write one.
 */
export interface SiteDriver {
  /** As the agent reports it to the server, and as people see it. */
  name: string;
  /** Where a window that is opened for a person leads. */
  home?: string;
  /** Shows the thread with a person. Nothing is sent yet, so a throw counts as failed and is tried again. */
  openThread(page: Page, request: ThreadRequest): Promise<OpenedThread>;
  /** Sends one message in the thread that the tab shows. At most one press of Send, whatever happens. */
  send(page: Page, message: OutgoingMessage): Promise<SendOutcome>;
  /** How many threads of the signed-in account hold something unread; left out where that cannot be told. */
  countUnread?(page: Page, request: SignInRequest): Promise<number>;
}

export interface Credentials {
  insta_username: string;
  insta_password: string;
}

export interface SignInRequest {
  /** Asked only when the site shows its sign-in page; undefined when nothing is stored. */
  signIn(): Promise<Credentials | undefined>;
}

export interface ThreadRequest extends SignInRequest {
  person: string;
  /** The message that is meant to be sent, to be looked for in the thread. */
  message: string;
  /** The thread is read because nobody knows what came of the click: only what certainly went out is a copy. */
  isAfterClick: boolean;
}

/**
 * `not_found`, `blocked` and `signed_out` are the site's own words, never a guess about what did not load; a name that
 * cannot be one of the site's is `not_found` too, with the reason.
 * `unreachable`: the site answers nobody at this moment, whoever the person is, so that no try is counted.
 * `copies` is how many messages of one's own with exactly this text the thread shows. After a crash
 * around the click it is counted again: more copies than before the click means sent, and no more
 * copies means nothing, because the message may still be on its way.
 */
export type OpenedThread =
  | { state: 'open'; copies: number }
  | { state: 'not_found'; reason?: string }
  | { state: 'blocked'; reason: string }
  | { state: 'signed_out'; reason: string }
  | { state: 'unreachable'; reason: string };

export interface OutgoingMessage {
  /** Whom the thread that the tab shows is with. */
  person: string;
  message: string;
  /**
   * To be awaited when the message stands in the composer and the very next thing is the press. False
   * (no grant any more) or a throw: do not press.
   */
  beforeClick(): Promise<boolean>;
}

/**
 * `failed` and `not_found` say that certainly nothing was sent; whoever cannot be certain says `unknown`.
 * `not_found`: only on sending the site said that there is no such person.
 */
export type SendOutcome =
  | { outcome: 'sent' }
  | { outcome: 'not_found'; reason?: string }
  | { outcome: 'failed' | 'unknown'; reason: string; blocked?: true; signed_out?: true };
