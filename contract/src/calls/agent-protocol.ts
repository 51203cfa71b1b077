// The whole protocol in one file, as docs/agent-protocol.md describes it.
import * as z from 'zod';
import { BEGIN_REFUSALS, OUTCOMES, REQUEST_KINDS } from '../agent.ts';
import { defineCalls } from '../call.ts';
import { DELIVERY_STATES } from '../campaigns.ts';
import {
  EmptyAnswer,
  Id,
  IdParams,
  NOT_A_CHARACTER,
  NOT_BLANK,
  NOT_STORABLE,
  ONE_LINE,
  sized,
} from '../fields.ts';
import { AGENT_BODY_LIMIT, AGENT_VALUE_LIMIT, RESULTS_BODY_LIMIT } from '../limits.ts';
import { REPLY_PRECISION_MAX } from '../people/replies.ts';
import { visibleLine } from '../text/visible-text.ts';
import { Firefox } from './agents.ts';

/** A text without U+0000, which PostgreSQL would refuse only after the call has given leases back. */
const storable = (max: number) =>
  sized(
    z
      .string()
      .min(1)
      .refine((text) => !text.includes('\0'), NOT_STORABLE),
    { max },
    { pattern: String.raw`^[^\0]*$` },
  );
const Path = storable(4096);
const words = (max: number) => sized(z.string().min(1), { max });
const shownLine = (max: number) =>
  sized(z.string().overwrite(visibleLine).min(1), { max }, { pattern: NOT_BLANK, description: ONE_LINE });
const TokenParams = z.object({ token: z.uuid() });

export const FirefoxProfile = z
  .object({
    name: sized(z.string(), { max: 1000 }),
    directory_name: sized(z.string(), { max: 1000 }),
    path: Path,
    size_mb: z.number(),
    is_default: z.boolean(),
  })
  .meta({ id: 'FirefoxProfile' });
export type FirefoxProfile = z.infer<typeof FirefoxProfile>;

export const Delivery = z
  .object({
    token: z.uuid(),
    campaign_id: Id,
    campaign_name: z.string(),
    recipient_id: Id,
    recipient: z.string(),
    /** The message with {username} already filled in. */
    message: z.string(),
    profile: z.object({
      id: Id,
      profile_name: z.string(),
      profile_path: z.string(),
      insta_username: z.string().nullable(),
    }),
    lease_seconds: z.int(),
    /** The number that its grant will have. Each profile counts its grants. */
    grant_number: z.int(),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof Delivery>;

export const AgentRequest = z
  .object({
    id: Id,
    kind: z.enum(REQUEST_KINDS),
    payload: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AgentRequest' });
export type AgentRequest = z.infer<typeof AgentRequest>;

/** The database that answers: its permanent id, and its epoch, which a restore changes. */
export const ServerIdentity = z.object({ id: z.uuid(), epoch: z.int() });
export type ServerIdentity = z.infer<typeof ServerIdentity>;

/** The same with the user's high-water mark: the number of sendings ever granted (docs/engine.md#high-water-mark). */
export const AnsweringServer = ServerIdentity.extend({ mark: z.int() }).meta({ id: 'AnsweringServer' });
export type AnsweringServer = z.infer<typeof AnsweringServer>;

/** A machine's description of itself when it asks for a token of its own. */
export const EnrollingMachine = z
  .object({
    machine_name: shownLine(200),
    platform: shownLine(100),
    agent_version: shownLine(100),
  })
  .meta({ id: 'EnrollingMachine' });
export type EnrollingMachine = z.infer<typeof EnrollingMachine>;

/** A machine's token and its user. */
export const Enrolled = z
  .object({
    agent_token: z.string(),
    agent_id: Id,
    user: z.object({ id: Id, username: z.string() }),
    server: AnsweringServer,
  })
  .meta({ id: 'Enrolled' });
export type Enrolled = z.infer<typeof Enrolled>;

const HELD_MAX = 10_000;

const WORDS_MAX = 2000;
const NOT_CHARACTERS = new RegExp(NOT_A_CHARACTER, 'gu');
// Cut and cleaned, not refused: the result counts whatever its text is.
const Words = z.string().transform((text) => text.slice(0, WORDS_MAX).replace(NOT_CHARACTERS, ''));
const NAMES_MAX = 10;
const Name = words(1000);
const Moment = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be a moment with its zone` });

/** What a person wrote in their thread, as an agent saw it (docs/agent-protocol.md#replies). */
export const SeenReply = z
  .object({
    /** The person's name, or each form in which a list may have it: the first that is known counts. */
    person: z.union([Name, z.array(Name).min(1).max(NAMES_MAX)]),
    /** The earliest moment that the site's time can mean. */
    at: Moment('at'),
    /** Where the site tells the time roughly: it was written up to so many seconds after `at`. */
    precision_seconds: z.number().min(0).max(REPLY_PRECISION_MAX).optional(),
    text: Words,
    /** The site's own id of the message. Without it the same text of the person is the same reply. */
    site_id: storable(500).optional(),
  })
  .meta({ id: 'SeenReply' });
export type SeenReply = z.infer<typeof SeenReply>;
const SEEN_MAX = 20;

const Results = z.record(z.string(), z.unknown());
// As it was asked, also of a server whose sites differ from ours.
/** The servers that may get a stored password, with a space between them. */
const Origins = words(2100);
const TAKEN_SITE_MAX = 10;
const TakenSite = z
  .record(sized(z.string(), { max: 40 }), sized(z.string(), { max: 2000 }))
  .refine((site) => Object.keys(site).length <= TAKEN_SITE_MAX, `A site has at most ${TAKEN_SITE_MAX} fields`)
  .meta({ maxProperties: TAKEN_SITE_MAX });

/** The calls between server and agent: docs/agent-protocol.md. */
export const agentProtocolCalls = defineCalls({
  'POST /api/agent/enrol': {
    operationId: 'enrolAgent',
    access: 'user',
    summary: 'Exchange the pasted login token for an agent token of its own.',
    body: EnrollingMachine,
    status: 201,
    response: Enrolled,
  },
  'PUT /api/agent/machine': {
    operationId: 'reportMachine',
    access: 'agent',
    summary: "Report this machine's Firefox, its profiles, the open ones, and the drivers.",
    body: z.object({
      firefox: Firefox,
      profiles: z.array(FirefoxProfile).max(10_000),
      /** Profile folders with a window that a person sees. */
      open: z.array(Path).max(10_000),
      /** Profile folders with a hidden browser that the agent drives. */
      driving: z.array(Path).max(10_000).default([]),
      drivers: z.array(words(100)).max(100),
      /** Whether the agent's drivers count unread messages. */
      counts_unread: z.boolean().default(true),
      /** Whether the agent's drivers read replies. */
      reads_replies: z.boolean().default(false),
      /**
       * The account's site as this agent last took it from a `site` request, and why it cannot use it. An agent that
       * leaves it out is never asked (docs/behaviour.md#site). `origins`: the servers to which its driver gives a stored
       * password; null if it says none.
       */
      site: z
        .object({ choice: TakenSite.nullable(), error: Words.nullable(), origins: Origins.nullish() })
        .optional(),
      /** The agent's present version; it may have been updated since it enrolled. */
      agent_version: shownLine(100).optional(),
    }),
    bodyLimit: AGENT_BODY_LIMIT,
    valueLimit: AGENT_VALUE_LIMIT,
    response: EmptyAnswer,
  },
  'POST /api/agent/work': {
    operationId: 'takeWork',
    access: 'agent',
    // The longest wait (50 seconds) and the 10 seconds of any other call.
    timeLimitMs: 60_000,
    summary: 'Ask for deliveries and requests; waits until there are any, or the wait ends.',
    body: z.object({
      capacity: z.int().min(0).max(1000),
      wait_seconds: z.number().min(0).max(50),
      profile_paths: z.array(Path).max(10_000),
      /**
       * Everything that the agent has taken and not yet reported. The server takes back leases and requests that are
       * not named here and not begun, before it hands out more. Without `holding` nothing is taken back.
       */
      holding: z
        .object({ deliveries: z.array(z.uuid()).max(HELD_MAX), requests: z.array(Id).max(HELD_MAX) })
        .optional(),
      /** The highest mark that this agent has seen from this server for this user. */
      mark: z.int().min(0).optional(),
      /** The newest epoch that the agent has seen, and its highest grant of each profile in that epoch. */
      grants: z
        .object({
          epoch: z.int(),
          profiles: z.array(z.object({ profile_id: Id, grant_number: z.int() })).max(10_000),
        })
        .optional(),
      /** The epoch of the last `merged` call of this agent that succeeded. */
      merged: z.int().optional(),
    }),
    bodyLimit: AGENT_BODY_LIMIT,
    valueLimit: AGENT_VALUE_LIMIT,
    response: z.object({
      deliveries: z.array(Delivery),
      requests: z.array(AgentRequest),
      server: AnsweringServer,
    }),
  },
  'POST /api/agent/merged': {
    operationId: 'reportMerged',
    access: 'agent',
    summary: 'Report that all results of another epoch of the database were repeated.',
    body: z.object({ epoch: z.int() }),
    response: EmptyAnswer,
    refusals: { 409: 'The database has another epoch by now.' },
  },
  'POST /api/agent/deliveries/{token}/begin': {
    operationId: 'beginDelivery',
    access: 'agent',
    summary: 'Ask for permission to send, directly before sending.',
    params: TokenParams,
    body: z.object({
      /** What the person wrote in the thread since the last message of this profile. They are judged with it. */
      replies: z.array(SeenReply).max(SEEN_MAX).optional(),
    }),
    bodyLimit: AGENT_BODY_LIMIT,
    response: z.object({ granted: z.literal(true), grant_seconds: z.int(), mark: z.int() }),
    errors: z.object({ code: z.enum(BEGIN_REFUSALS) }),
    refusals: { 409: 'The agent may not send, for the reason that `code` says.' },
  },
  'POST /api/agent/deliveries/{token}/result': {
    operationId: 'reportDeliveryResult',
    access: 'agent',
    summary: 'Report the result of a delivery. A repeat gets the same answer and counts once.',
    params: TokenParams,
    body: z.object({
      campaign_id: Id,
      recipient_id: Id,
      /** The server that handed the delivery out. A result without it needs the delivery's row. */
      server_id: z.uuid().optional(),
      outcome: z.enum(OUTCOMES),
      blocked: z.boolean().optional(),
      signed_out: z.boolean().optional(),
      profile_in_use: z.boolean().optional(),
      site_unreachable: z.boolean().optional(),
      machine_fault: z.boolean().optional(),
      /** Beside `failed` before the press: what was in the way, in words that do not name the person. */
      obstacle: Words.optional(),
      reason: Words.optional(),
      /** The moment of the click by the agent's clock, and what that clock shows now: the server turns one into its own. */
      at: Moment('at').optional(),
      now: Moment('now').optional(),
      /** The person and the profile of the delivery, for a database that has forgotten it. */
      recipient: storable(1000).optional(),
      profile_path: Path.optional(),
    }),
    bodyLimit: AGENT_BODY_LIMIT,
    response: z.object({ recorded: z.literal(true), state: z.enum(DELIVERY_STATES) }),
    errors: z.object({ code: z.literal('stale') }),
    refusals: { 409: 'The delivery has another result already.' },
  },
  'POST /api/agent/deliveries/{token}/release': {
    operationId: 'releaseDelivery',
    access: 'agent',
    summary: 'Hand a delivery back before begin.',
    params: TokenParams,
    body: z.object({}),
    response: EmptyAnswer,
    refusals: { 409: 'The delivery was begun.' },
  },
  'POST /api/agent/requests/{id}/progress': {
    operationId: 'reportRequestProgress',
    access: 'agent',
    summary: 'Report progress of a request, with the results so far.',
    params: IdParams,
    body: z.object({ results: Results.optional() }),
    bodyLimit: RESULTS_BODY_LIMIT,
    valueLimit: AGENT_VALUE_LIMIT,
    response: EmptyAnswer,
    refusals: { 409: 'The request was not handed out yet, or has ended.' },
  },
  'POST /api/agent/requests/{id}/result': {
    operationId: 'reportRequestResult',
    access: 'agent',
    summary: 'Finish a request.',
    params: IdParams,
    body: z.object({
      status: z.enum(['completed', 'failed']),
      results: Results.optional(),
      error_message: Words.optional(),
    }),
    bodyLimit: RESULTS_BODY_LIMIT,
    valueLimit: AGENT_VALUE_LIMIT,
    response: EmptyAnswer,
    refusals: { 409: 'The request was not handed out yet.' },
  },
  'GET /api/agent/profiles/{id}/sign-in': {
    operationId: 'getProfileSignIn',
    access: 'agent',
    summary: "A profile's sign-in, for the agent of its machine only: a login token is refused.",
    params: IdParams,
    /** Those to which the driver that asks would give it: another site's password is null. */
    query: z.object({ origins: Origins.optional() }),
    response: z.object({ insta_username: z.string().nullable(), insta_password: z.string().nullable() }),
    refusals: { 403: 'The token is a login token.' },
  },
});
