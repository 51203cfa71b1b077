import { REPLY_PRECISION_MAX } from '@pigeonpost/contract/people/replies';
import { z } from 'zod';

const TEXT_LIMIT = 500;
const LIST_LIMIT = 20;

/** The name of a driver: of a file in `drivers` or of a description in `sites`. */
export const DRIVER_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
/** Names that mean a driver of the project. */
const TAKEN = new Set(['practice', 'snac', 'xmpp']);

const selector = z.string().trim().min(1).max(TEXT_LIMIT);
const words = z.array(z.string().trim().min(1).max(TEXT_LIMIT)).max(LIST_LIMIT);
const address = z
  .string()
  .max(TEXT_LIMIT)
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), 'needs http:// or https://');
const mark = z.strictObject({ shown: selector, words: words.optional() });
const attribute = z.string().min(1).max(100);
/** An attribute of an element, or of `shown` in it. */
const stated = z.strictObject({ shown: selector.optional(), attribute });
const statedTime = stated.extend({
  attribute: attribute.default('datetime'),
  /** Seconds to which the site rounds it down. */
  precision: z.number().positive().max(REPLY_PRECISION_MAX).optional(),
});
const marks = z.array(mark).max(LIST_LIMIT).default([]);

/**
 * A site described without code: the content of `sites/NAME.json` (docs/site-drivers.md#a-site-without-code). A selector
 * is one of puppeteer's: CSS, `aria/…`, `text/…`, and `>>>` into shadow roots. Nothing of it is run as code.
 */
export const siteDescription = z.strictObject({
  $schema: z.string().optional(),
  name: z
    .string()
    .regex(DRIVER_NAME, 'small letters, digits and hyphens, 40 at most')
    .refine((name) => !TAKEN.has(name), 'belongs to a driver of the project'),
  /** The page that opens for a person. */
  home: address,
  /** The address of a thread, with {person} for the name. */
  thread: address.refine(namesPersonInPath, 'needs {person}, after the name of the server'),
  /** Whose thread is shown: a text, or an attribute, that is `is` ({person} for the name). */
  person: z.strictObject({
    shown: selector,
    attribute: attribute.optional(),
    is: z.string().max(TEXT_LIMIT).includes('{person}').default('{person}'),
  }),
  /** There once the thread has loaded. */
  ready: selector,
  /** While this is shown, the history is still loading. */
  loading: selector.optional(),
  notFound: z.array(mark).min(1).max(LIST_LIMIT),
  closed: marks,
  signedOut: marks,
  /** The fields of the page that `signedOut` shows. */
  signIn: z.strictObject({ name: selector, password: selector.optional(), button: selector }).optional(),
  blocked: marks,
  /** Words of an alert, a dialog or a refusal that mean stop. */
  tryLater: words.default([]),
  /** Buttons that may be pressed when something covers the composer. */
  dismiss: z.array(selector).max(LIST_LIMIT).default([]),
  composer: z.strictObject({ field: selector, takes: z.enum(['value', 'paste', 'keys']) }),
  send: z.union([z.strictObject({ button: selector }), z.strictObject({ key: z.enum(['Enter']) })]),
  /** `own` and `theirs` are elements in `list`; the others are CSS selectors in such an element, or of it. */
  messages: z.strictObject({
    list: selector,
    own: selector,
    theirs: selector.optional(),
    /** Without it the whole message is its text. */
    text: selector.optional(),
    /** The list holds only the messages that are on the screen, so it has to be scrolled to be counted. */
    virtual: z.boolean().default(false),
    pending: selector.optional(),
    sent: selector.optional(),
    refused: selector.optional(),
    /** With `theirs`, a person's replies are heard when the thread is opened. */
    time: statedTime.optional(),
    id: stated.optional(),
  }),
  /** What the site shows, anywhere on the page, when it did not send a message. */
  refused: marks,
  /** `count`: an element whose text or attribute is the number; `threads`: an element for each unread thread. */
  unread: z
    .union([
      z.strictObject({
        address,
        ready: selector,
        count: selector,
        attribute: attribute.optional(),
      }),
      z.strictObject({ address, ready: selector, threads: selector }),
    ])
    .optional(),
  /** The list of threads, a row each, with the person's newest message: read without opening any. */
  replies: z
    .strictObject({
      address,
      ready: selector,
      threads: selector,
      person: z.strictObject({
        shown: selector.optional(),
        attribute: attribute.optional(),
        is: z.string().max(TEXT_LIMIT).includes('{person}').default('{person}'),
      }),
      text: selector,
      time: statedTime,
      id: stated.optional(),
    })
    .optional(),
  /** How long the thread is watched for the mark of sent. */
  confirmSeconds: z.int().min(1).max(120).default(60),
});

/** The part that a driver of a user's own gives to the engine's steps. */
export const siteParts = siteDescription.omit({
  $schema: true,
  name: true,
  thread: true,
  person: true,
  ready: true,
  send: true,
  unread: true,
  replies: true,
});

/** What the engine's steps need to know of a site. */
export type StepsDescription = z.output<typeof siteParts> & { thread?: string };

/** A site as the engine knows it: checked, and with its defaults. */
export type SiteDescription = z.output<typeof siteDescription>;
export type Mark = z.infer<typeof mark>;

/** A person's name must not choose the server. */
function namesPersonInPath(thread: string): boolean {
  const [start = '', ...rest] = thread.split('{person}');
  return rest.length > 0 && /^https?:\/\/[^/?#]+[/?#]/.test(start);
}
