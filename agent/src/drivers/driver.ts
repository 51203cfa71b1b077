import type { ElementHandle, Frame, HTTPResponse, Page, TimeoutError } from 'puppeteer-core';

// Drivers outside of this folder take their types from here alone.
export type { ElementHandle, Frame, HTTPResponse, Page, TimeoutError };

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
  /** What the engine of described sites does on a page, step by step. */
  onSite(parts: SiteParts): SiteSteps;
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
  /**
   * The servers that may get a stored sign-in, as origins; that of `home` without it. Empty: no password is ever typed.
   * The agent gives a password only for the servers for which it was typed (docs/site-drivers.md#signing-in).
   */
  origins?: readonly string[];
  /**
   * Shows the thread with a person. Nothing is sent yet, so a throw counts as failed and is tried again. It is taken for
   * an obstacle that is not about the person.
   */
  openThread(page: Page, request: ThreadRequest): Promise<OpenedThread>;
  /** The driver sends by calls of the site, without a box of the page: there is none for the agent's last look. */
  sendsWithoutBox?: true;
  /** Sends one message in the shown thread. Presses Send at most once, whatever happens. */
  send(page: Page, message: OutgoingMessage): Promise<SendOutcome>;
  /** The number of threads of the signed-in account with unread messages. Left out if the driver cannot count them. */
  countUnread?(page: Page, request: SignInRequest): Promise<number>;
  /**
   * What people wrote to the signed-in account since a moment, without anything becoming read on the site. Left out if
   * the driver cannot do that. Throws rather than answer for a list that did not load.
   */
  readReplies?(page: Page, request: RepliesRequest): Promise<ReadReplies>;
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

export interface RepliesRequest extends SignInRequest {
  /** Only what was written after it. */
  since: Date;
  /** The highest number of replies to give: the oldest ones, and `isCut` if there are more. */
  most: number;
}

export interface ReadReplies {
  /** The oldest first. */
  replies: Reply[];
  /** Everything up to this moment was read: the next reading goes on from here. */
  readTo: Date;
  /** There are more than `most`. */
  isCut?: boolean;
}

/** A message of the one person of a thread: none of a group, no reaction, none of the account's own. */
export interface Reply {
  /** The name in each form in which a list may have it; the server takes the first that it knows. */
  person: string | readonly string[];
  /** A time that the site gives roughly ("3 h") is rounded down, to the earliest moment that it can mean. */
  at: Date;
  /** How many seconds later it may have been written, where the site gives its time roughly: 3,600 for "3 h". */
  precisionSeconds?: number;
  /** As the site shows it, 2,000 characters at most. Empty if it is encrypted. */
  text: string;
  /** The site's own id of the message: the same at each reading. */
  siteId?: string;
}

/**
 * `not_found`, `blocked` and `signed_out` must be stated by the site, never guessed from a page that did not load. A
 * name that is impossible on the site is `not_found` too, with the reason. `closed`: the site says that this account
 * cannot write to this person, in its words. `unreachable`: the site answers no request at this moment, so the try is
 * not counted. `copies` is the number of the account's own messages in the thread with
 * exactly this text. After a crash around the click it is counted again: more copies than before mean
 * sent; no more copies prove nothing, because the message may still be on its way. `replies` is what the person wrote
 * since the account's own last message, the newest 20 at most; left out if the driver cannot say.
 */
export type OpenedThread =
  | { state: 'open'; copies: number; replies?: Reply[] }
  | { state: 'not_found'; reason?: string }
  | { state: 'closed'; reason: string }
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
 * the site said only on sending that the person does not exist. `obstacle`, with `failed` before the press: what was in
 * the way has nothing to do with the person, so that the next one would meet it too.
 */
export type SendOutcome =
  | { outcome: 'sent' }
  | { outcome: 'not_found'; reason?: string }
  | { outcome: 'failed' | 'unknown'; reason: string; blocked?: true; signed_out?: true; obstacle?: true };

/** An element that the site shows, of one of the words if there are any. */
interface SiteMark {
  shown: string;
  words?: string[];
}

/**
 * Where things are on the site's pages, in the words of a site without code. A selector is one of puppeteer's: CSS,
 * `aria/…`, `text/…`, and `>>>` into shadow roots.
 */
export interface SiteParts {
  /** A stored password is typed on pages of this server alone. */
  home: string;
  notFound: SiteMark[];
  /** Shown where this account cannot write to the person. */
  closed?: SiteMark[];
  signedOut?: SiteMark[];
  /** The fields of the page that `signedOut` shows. */
  signIn?: { name: string; password?: string; button: string };
  blocked?: SiteMark[];
  /** Words of an alert, a dialog or a refusal that mean stop. */
  tryLater?: string[];
  /** Buttons that may be pressed when something covers the composer. */
  dismiss?: string[];
  /** `paste` for an editor, `value` for a text area, `keys` if neither holds. */
  composer: { field: string; takes: 'value' | 'paste' | 'keys' };
  /** While this is shown, the history is still loading. */
  loading?: string;
  /** `own` and `theirs` are elements in `list`; the others are CSS selectors in such an element, or of it. */
  messages: {
    list: string;
    own: string;
    theirs?: string;
    /** Without it the whole message is its text. */
    text?: string;
    /** The list holds only the messages that are on the screen, so it has to be scrolled to be counted. */
    virtual?: boolean;
    pending?: string;
    sent?: string;
    refused?: string;
    /** Where the time and the site's id of a message stand: an attribute of it, or of `shown` in it. */
    time?: { shown?: string; attribute?: string };
    id?: { shown?: string; attribute: string };
  };
  /** What the site shows, anywhere on the page, when it did not send a message. */
  refused?: SiteMark[];
  /** How long the thread is watched for the mark of sent; 60 without it. */
  confirmSeconds?: number;
}

/** A page of the site that shows `ready`, or why it does not. */
export type OpenedPage = { state: 'ready' } | Exclude<OpenedThread, { state: 'open' | 'unreachable' }>;

/** The steps that every driver must do right (docs/site-drivers.md#steps-for-a-driver-of-your-own). */
export interface SiteSteps {
  /** Opens an address, and signs in if the site asks for it. Throws a sentence if `ready` is not shown in time. */
  open(page: Page, options: SignInRequest & { address: string; ready: string }): Promise<OpenedPage>;
  isShown(page: Page, selector: string): Promise<boolean>;
  /** The account's own messages with exactly this text that have left, once the history has loaded. */
  countCopies(page: Page, message: string): Promise<number>;
  /** The `replies` of `openThread`, once the history has loaded. Needs `messages.theirs` and `messages.time`. */
  replies(page: Page, person: string): Promise<Reply[]>;
  /** Puts the whole text into the composer, and says whether the composer holds exactly that. */
  compose(page: Page, text: string): Promise<boolean>;
  /** What covers an element or switches it off, after `dismiss` was pressed; undefined if it can be pressed. */
  uncover(page: Page, selector: string): Promise<string | undefined>;
  /**
   * Presses an element, if nothing covers it at this moment: gives why it was not pressed, or undefined. The only press
   * of `send`.
   */
  press(page: Page, selector: string): Promise<string | undefined>;
  /** Looks at the thread before the press; what it gives is awaited after it, and is the outcome. */
  watchAnswer(page: Page, message: string): Promise<() => Promise<SendOutcome>>;
}
